import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { TextField } from '#web/ui/Field.tsx';

/** A phone as somebody types it, in E.164; null for nothing, undefined when it is no number. North American without a country code. */
export function e164Of(typed: string): string | null | undefined {
  if (!typed.trim()) return null;
  const phone = parsePhoneNumberFromString(typed, 'US');
  return phone?.isValid() && !phone.ext ? phone.number : undefined;
}

/** A kept number, as it is written where it belongs. */
export function phoneInWords(e164: string): string {
  const phone = parsePhoneNumberFromString(e164);
  if (!phone) return e164;
  return phone.countryCallingCode === '1' ? phone.formatNational() : phone.formatInternational();
}

/** Where one types a phone; leaving it writes the number as it is understood. */
export function PhoneField({
  label,
  name,
  autoComplete = 'off',
  value,
  onValue,
  hint,
  error,
  autoFocus = false,
}: {
  label: string;
  name?: string;
  /** 'tel' where it is one's own. */
  autoComplete?: 'off' | 'tel';
  value: string;
  onValue: (typed: string) => void;
  hint?: string;
  error?: string | undefined;
  /** Where somebody has come back to it. */
  autoFocus?: boolean;
}) {
  return (
    <TextField
      label={label}
      className="input num"
      type="tel"
      name={name}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onBlur={() => {
        const number = e164Of(value);
        if (number) onValue(phoneInWords(number));
      }}
      hint={hint}
      error={error}
      autoFocus={autoFocus}
    />
  );
}
