import { type ReactNode, useState } from 'react';
import { CodeEntry } from '#web/accounts/phone/CodeEntry.tsx';
import type { Refusal } from '#web/accounts/refusals.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { phoneInWords } from './consent-words.ts';
import { type Language, optInWords } from './opt-in-words.ts';
import { refusalWords } from './refusal-words.ts';
import styles from './sms-opt-in.module.css';
import { smsWordings } from './sms-wording.ts';

type Step = { at: 'phone' } | { at: 'code'; phone: string } | { at: 'done'; phone: string };

/** The form for agreeing to texts without an account: the number, the checkbox, the six digits. */
export function OptInForm({ language }: { language: Language }) {
  const words = optInWords[language];
  const [step, setStep] = useState<Step>({ at: 'phone' });
  const [typed, setTyped] = useState('');
  if (step.at === 'done') {
    return (
      <Notice kind="ok" title={words.form.agreed}>
        <p>
          {words.form.comeTo} <b className="num">{phoneInWords(step.phone)}</b>. {words.form.thenStop}
        </p>
      </Notice>
    );
  }
  if (step.at === 'code') {
    return (
      <CodeStep
        language={language}
        phone={step.phone}
        onOther={() => setStep({ at: 'phone' })}
        onDone={() => setStep({ ...step, at: 'done' })}
      />
    );
  }
  return (
    <PhoneStep
      language={language}
      typed={typed}
      onTyped={setTyped}
      onSent={(phone) => setStep({ at: 'code', phone })}
    />
  );
}

interface Answer {
  refusal: Refusal | null;
  phone?: string;
  box?: string;
  code?: string;
}

const nothingWrong: Answer = { refusal: null };

function PhoneStep({
  language,
  typed,
  onTyped,
  onSent,
}: {
  language: Language;
  typed: string;
  onTyped: (typed: string) => void;
  onSent: (phone: string) => void;
}) {
  const { form: words, ...papers } = optInWords[language];
  const { text } = smsWordings[language];
  const { state, pending, onSubmit } = useFormAction<Answer>(async (form) => {
    const agreed = form.has('agreed');
    const problems = {
      ...(!typed.trim() && { phone: words.noNumber }),
      ...(!agreed && { box: words.notTicked }),
    };
    if (Object.keys(problems).length) return { ...nothingWrong, ...problems };
    const answer = await ask(language, typed);
    if ('phone' in answer) onSent(answer.phone);
    return 'phone' in answer ? nothingWrong : answer.why;
  }, nothingWrong);

  return (
    <Form state={state} onSubmit={onSubmit}>
      <TextField
        label={words.number}
        className="input num"
        name="phone"
        type="tel"
        autoComplete="tel"
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        hint={words.hint}
        error={state.phone}
      />
      <div className={styles.box}>
        <CheckField name="agreed" aria-describedby={state.box && 'agreed-error'} aria-invalid={!!state.box}>
          {text}
        </CheckField>
        <p className={styles.papers}>
          <Link to="/tos">{papers.terms}</Link> <Link to="/privacy">{papers.privacy}</Link>
        </p>
        {state.box && (
          <p className="field-error" id="agreed-error">
            {state.box}
          </p>
        )}
      </div>
      <div className="row">
        <Button type="submit" phoneWide busy={pending}>
          {words.sendCode}
        </Button>
      </div>
      <p className="note">{words.onlyCode}</p>
    </Form>
  );
}

function CodeStep({
  language,
  phone,
  onOther,
  onDone,
}: {
  language: Language;
  phone: string;
  onOther: () => void;
  onDone: () => void;
}) {
  const { form: words } = optInWords[language];
  const { state, pending, onSubmit } = useFormAction<Answer>(async (form) => {
    const code = textOf(form, 'code');
    if (code.length < 6) return { ...nothingWrong, code: words.notSix };
    const why = await agree(language, phone, code);
    if (!why) onDone();
    return why ?? nothingWrong;
  }, nothingWrong);
  return (
    <Form state={state} onSubmit={onSubmit}>
      <CodeEntry
        words={words.code}
        phone={phone}
        error={state.code}
        onOther={onOther}
        onAgain={async () => {
          const answer = await ask(language, phone);
          return 'phone' in answer ? null : answer.why.refusal;
        }}
      />
      <div className="row">
        <Button type="submit" phoneWide busy={pending}>
          {words.agree}
        </Button>
      </div>
    </Form>
  );
}

function Form({
  state: { refusal },
  onSubmit,
  children,
}: {
  state: Answer;
  onSubmit: ReturnType<typeof useFormAction>['onSubmit'];
  children: ReactNode;
}) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {refusal && (
        <Notice kind="error" title={refusal.title}>
          {refusal.body && <p>{refusal.body}</p>}
        </Notice>
      )}
      {children}
    </form>
  );
}

/** Loaded on submit, because readers of the page don't need it. */
const calls = () => import('./opt-in-calls.ts');

async function ask(language: Language, phone: string): Promise<{ phone: string } | { why: Answer }> {
  const words = refusalWords(language);
  try {
    const { askToOptIn } = await calls();
    const wordingVersion = smsWordings[language].version;
    const answer = await askToOptIn({ phone, wordingVersion, agreed: true });
    if (answer?.__typename === 'CodeSent') return { phone: answer.phone };
    if (answer?.__typename === 'TooManyCodes') return { why: because(words.tooManyCodes) };
    if (answer?.__typename === 'InvalidInput' && answer.issues.some(({ path }) => path === 'phone'))
      return { why: { ...nothingWrong, phone: words.notAPhone } };
    return { why: because(answer ? words.changed : words.noAnswer) };
  } catch {
    return { why: because(words.noAnswer) };
  }
}

async function agree(language: Language, phone: string, code: string): Promise<Answer | null> {
  const words = refusalWords(language);
  try {
    const { optIn } = await calls();
    const answer = await optIn({ phone, code, wordingVersion: smsWordings[language].version });
    if (answer?.__typename === 'OptedIn') return null;
    if (answer?.__typename === 'CodeRefused') return because(words.code[answer.reason]);
    if (answer?.__typename === 'TooManyCodes') return because(words.tooManyCodes);
    return because(answer ? words.changed : words.noAnswer);
  } catch {
    return because(words.noAnswer);
  }
}

function because(title: string): Answer {
  return { refusal: { title } };
}
