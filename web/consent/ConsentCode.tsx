import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { agreeingWords } from './agreeing-words.ts';
import { phoneInWords } from './consent-words.ts';
import { AskForConsentCodeDocument } from './GiveConsent.graphql.ts';
import { whyRefused } from './why-refused.ts';

/** The text-message code by which a phone's owner consents; it is sent only on request here. */
export function ConsentCode({
  subject,
  phone,
  language,
  code,
  onCode,
  error,
}: {
  subject: { id: string; preferredName: string };
  phone: string;
  /** The language of the person who agrees. */
  language: string;
  code: string;
  onCode: (code: string) => void;
  error: string | undefined;
}) {
  const words = agreeingWords(language).code;
  const [ask, { loading }] = useMutation(AskForConsentCodeDocument);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    setProblem(null);
    const { data } = await ask({ variables: { subjectId: subject.id } }).catch(() => ({ data: null }));
    const answer = data?.askForConsentCode;
    if (answer?.__typename === 'ConsentCodeSent') return setSent(true);
    const by = { language, name: subject.preferredName };
    setProblem(answer ? whyRefused(answer, by).message : words.notSent);
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
