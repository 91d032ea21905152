import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import type { AgreeingWords } from '#web/consent/agreeing-words.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { AskForConsentCodeDocument } from '#web/consent/GiveConsent.graphql.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** The text-message code by which a phone's owner consents; it is sent only on request here. */
export function ConsentCode({
  subjectId,
  phone,
  words: { code: words, refusals },
  code,
  onCode,
  error,
}: {
  subjectId: string;
  phone: string;
  words: AgreeingWords;
  code: string;
  onCode: (code: string) => void;
  error: string | undefined;
}) {
  const [ask, { loading }] = useMutation(AskForConsentCodeDocument);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    setProblem(null);
    const { data } = await ask({ variables: { subjectId } }).catch(() => ({ data: null }));
    const answer = data?.askForConsentCode;
    if (answer?.__typename === 'ConsentCodeSent') return setSent(true);
    setProblem(answer ? (refusals[answer.__typename] ?? answer.message) : words.notSent);
  }
  return (
    <div className="stack">
      <p>{words.why(phoneInWords(phone))}</p>
      {problem && <Notice kind="error" title={problem} />}
      <p>
        <Button look="quiet" busy={loading} onClick={() => void send()}>
          {sent ? words.sendAgain : words.send}
        </Button>
      </p>
      {sent && (
        <TextField
          label={words.label}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => onCode(event.target.value)}
          error={error}
        />
      )}
    </div>
  );
}
