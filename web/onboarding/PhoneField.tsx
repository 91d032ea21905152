import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { TextField } from '#web/ui/Field.tsx';

/**
 * A typed phone number in E.164: null when it is empty, undefined when it is invalid. A number without a country code
 * counts as North American.
 */
export function e164Of(typed: string): string | null | undefined {
  if (!typed.trim()) return null;
  const phone = parsePhoneNumberFromString(typed, 'US');
  return phone?.isValid() && !phone.ext ? phone.number : undefined;
}

/** A stored number in its country's usual notation. */
export function phoneInWords(e164: string): string {
  const phone = parsePhoneNumberFromString(e164);
  if (!phone) return e164;
  return phone.countryCallingCode === '1' ? phone.formatNational() : phone.formatInternational();
}

/** A field for a phone number; on blur it shows the number as it was understood. */
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
  /** 'tel' for the user's own number. */
  autoComplete?: 'off' | 'tel';
  value: string;
  onValue: (typed: string) => void;
  hint?: string;
  error?: string | undefined;
  /** Set when the user has come back to this field. */
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
