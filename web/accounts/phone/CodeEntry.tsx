import { useEffect, useState } from 'react';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import type { Refusal } from '../refusals.ts';
import styles from './CodeEntry.module.css';
import { codeEntryWords } from './code-entry-words.ts';

/** After this time the message has probably been lost. */
const waitSeconds = 40;

/** The form step for the six digits texted to a phone; the field is named `code`. */
export function CodeEntry({
  phone,
  error,
  onOther,
  onAgain,
  words = codeEntryWords,
}: {
  /** The number in E.164, or null where it must not be shown. */
  phone: string | null;
  error?: string | undefined;
  /** Goes back to enter another number. */
  onOther?: () => void;
  /** Sends another code; resolves to why it could not be sent, or null. */
  onAgain: () => Promise<Refusal | null>;
  words?: typeof codeEntryWords;
}) {
  return (
    <>
      <p>
        {phone === null ? (
          words.sentToBook
        ) : (
          <>
            {words.sentTo} <b className={`num ${styles.number}`}>{phoneInWords(phone)}</b>
          </>
        )}
        .{' '}
        {onOther && (
          <Button look="text" onClick={onOther}>
            {words.change}
          </Button>
        )}
      </p>
      <CodeField name="code" label={words.digits} error={error} hint={words.hint} />
      <Again onAgain={onAgain} words={words} />
    </>
  );
}

function Again({ onAgain, words }: { onAgain: () => Promise<Refusal | null>; words: typeof codeEntryWords }) {
  const [left, setLeft] = useState(waitSeconds);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(timer);
  }, [waiting]);

  async function again() {
    setBusy(true);
    const refusal = await onAgain();
    setBusy(false);
    setSaid(refusal ? [refusal.title, refusal.body].filter(Boolean).join('. ') : words.sentAgain);
    setLeft(waitSeconds);
  }

  return (
    <div>
      <p className="note" role="status">
        {said}
      </p>
      {waiting ? (
        <p className="note">
          {words.waiting} <span className="num">0:{String(left).padStart(2, '0')}</span>.
        </p>
      ) : (
        <p className="note">
          {words.nothing}{' '}
          <Button look="text" busy={busy} onClick={() => void again()}>
            {words.again}
          </Button>
        </p>
      )}
    </div>
  );
}
