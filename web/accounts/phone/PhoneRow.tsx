import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { forgetSession } from '#web/app/session.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { e164Of, PhoneField } from '#web/onboarding/PhoneField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { type Refusal, refusalOf, refused } from '../refusals.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { changePhone, confirmPhone, removePhone } from './calls.ts';
import styles from './PhoneRow.module.css';

type Step = { at: 'rest' } | { at: 'phone' } | { at: 'code'; phone: string } | { at: 'remove' };

/** The phone for sign-in: adds or changes it by a texted code, or removes it. */
export function PhoneRow({ phone }: { phone: string | null }) {
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const [typed, setTyped] = useState('');
  const row = useRef<HTMLLIElement>(null);
  const shownStep = useRef(step.at);

  useEffect(() => {
    // The pressed button is gone with its step, so the focus moves to the next step's first control, but never to a
    // destructive one.
    if (shownStep.current === step.at) return;
    shownStep.current = step.at;
    const buttons = [...(row.current?.querySelectorAll('button') ?? [])];
    const first = row.current?.querySelector('input') ?? buttons.at(step.at === 'remove' ? -1 : 0);
    first?.focus();
  }, [step.at]);

  /** Goes to the next step, unless the user has left this step while waiting for the response. */
  function goTo(to: Step) {
    setStep((now) => (now === step ? to : now));
  }

  async function finish(what: string) {
    forgetSession();
    await revalidate();
    goTo({ at: 'rest' });
    setTyped((now) => (now === typed ? '' : now));
    void notify('success', what);
  }

  return (
    <li ref={row}>
      <div>
        <b>Phone</b>
        {phone && (
          <>
            , <span className="num">{phoneInWords(phone)}</span>
          </>
        )}
        <p className="note">
          {phone ? 'You can sign in with a code.' : 'With one, you can sign in with a code.'}
        </p>
      </div>
      {step.at === 'rest' && (
        <div className="row">
          <Button
            look="quiet"
            small
            aria-label={phone ? 'Change the phone' : undefined}
            onClick={() => setStep({ at: 'phone' })}
          >
            {phone ? 'Change' : 'Add a phone'}
          </Button>
          {phone && (
            <Button look="text" small aria-label="Remove the phone" onClick={() => setStep({ at: 'remove' })}>
              Remove
            </Button>
          )}
        </div>
      )}
      {step.at === 'phone' && (
        <PhoneStep
          typed={typed}
          onTyped={setTyped}
          onSent={(sentTo) => goTo({ at: 'code', phone: sentTo })}
          onLeave={() => setStep({ at: 'rest' })}
        />
      )}
      {step.at === 'code' && (
        <CodeStep
          phone={step.phone}
          onOther={() => setStep({ at: 'phone' })}
          onLeave={() => setStep({ at: 'rest' })}
          onDone={() => finish(phone ? 'Your phone is changed' : 'Your phone is added')}
        />
      )}
      {step.at === 'remove' && (
        <RemoveStep onDone={() => finish('Your phone is removed')} onLeave={() => setStep({ at: 'rest' })} />
      )}
    </li>
  );
}

interface Answer {
  refusal: Refusal | null;
  problem?: string;
  /** The sign-in was too long ago, so the password is needed. */
  password?: boolean;
}

const nothingWrong: Answer = { refusal: null };

async function withPassword(call: ReturnType<typeof changePhone>, before: Answer): Promise<Answer | null> {
  const { error } = await call.catch(() => ({ error: { status: 0 } as { status: number; code?: string } }));
  if (!error) return null;
  return { refusal: refusalOf(error), password: before.password || error.code === 'SESSION_NOT_FRESH' };
}

function PasswordField() {
  return <TextField label="Your password" name="password" type="password" autoComplete="current-password" />;
}

/** The frame of every step: refusal, fields and two buttons. */
function StepForm({
  form: { state, pending, onSubmit },
  act,
  look,
  leave,
  onLeave,
  children,
}: {
  form: ReturnType<typeof useFormAction<Answer>>;
  act: string;
  look?: 'danger';
  leave: string;
  onLeave: () => void;
  children: ReactNode;
}) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <RefusalNotice refusal={state.refusal} />
      {children}
      <div className="row">
        <Button type="submit" busy={pending} {...(look && { look })}>
          {act}
        </Button>
        <Button look="text" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </form>
  );
}

function PhoneStep({
  typed,
  onTyped,
  onSent,
  onLeave,
}: {
  typed: string;
  onTyped: (typed: string) => void;
  onSent: (phone: string) => void;
  onLeave: () => void;
}) {
  const form = useFormAction<Answer>(async (entered, before) => {
    const phone = e164Of(typed);
    if (!phone) return { ...before, refusal: null, problem: typed.trim() ? 'Check the number' : 'Enter it' };
    const refusal = await withPassword(changePhone(phone, textOf(entered, 'password')), before);
    if (refusal) return refusal;
    onSent(phone);
    return nothingWrong;
  }, nothingWrong);
  return (
    <StepForm form={form} act="Send me a code" leave="Leave it" onLeave={onLeave}>
      <PhoneField
        label="Mobile number"
        name="phone"
        autoComplete="tel"
        value={typed}
        onValue={onTyped}
        hint="We send six digits to make sure it is yours."
        error={form.state.problem}
      />
      {form.state.password && <PasswordField />}
    </StepForm>
  );
}

function CodeStep({
  phone,
  onOther,
  onLeave,
  onDone,
}: {
  phone: string;
  onOther: () => void;
  onLeave: () => void;
  onDone: () => Promise<void>;
}) {
  const form = useFormAction<Answer>(async (entered) => {
    const code = textOf(entered, 'code');
    if (code.length < 6) return { refusal: null, problem: 'Enter all six digits' };
    const refusal = await refused(() => confirmPhone(phone, code));
    if (refusal) return { refusal };
    await onDone();
    return nothingWrong;
  }, nothingWrong);
  return (
    <StepForm form={form} act="Confirm" leave="Leave it" onLeave={onLeave}>
      <CodeEntry
        phone={phone}
        error={form.state.problem}
        onOther={onOther}
        onAgain={() => refused(() => changePhone(phone))}
      />
    </StepForm>
  );
}

function RemoveStep({ onDone, onLeave }: { onDone: () => Promise<void>; onLeave: () => void }) {
  const form = useFormAction<Answer>(async (entered, before) => {
    const refusal = await withPassword(removePhone(textOf(entered, 'password')), before);
    if (refusal) return refusal;
    await onDone();
    return nothingWrong;
  }, nothingWrong);
  return (
    <StepForm form={form} act="Remove the phone" look="danger" leave="Keep it" onLeave={onLeave}>
      <p>No code will open your account any more. You can add a phone again at any time.</p>
      {form.state.password && <PasswordField />}
    </StepForm>
  );
}
