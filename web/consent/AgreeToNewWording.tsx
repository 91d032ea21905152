import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { agreeingWords } from './agreeing-words.ts';
import { ConsentCode } from './ConsentCode.tsx';
import styles from './ConsentRows.module.css';
import type { WordingFragment as Wording } from './Consents.graphql.ts';
import { GiveConsentDocument } from './GiveConsent.graphql.ts';
import { refusalWords } from './refusal-words.ts';
import { whyRefused } from './why-refused.ts';

interface Problem {
  code?: string;
  whole?: string;
}

/**
 * Lets somebody who agreed to an older wording agree to the one in force, with a code if their phone has to agree. All
 * of it is in the language of the wording, which is theirs.
 */
export function AgreeToNewWording({
  subject,
  phone,
  wording,
}: {
  subject: { id: string; preferredName: string };
  phone: string | null;
  wording: Wording;
}) {
  const { kind, version, text, language } = wording;
  const { titles, about, newWording: words } = agreeingWords(language);
  const [open, setOpen] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  const form = useId();
  const [give, { loading }] = useMutation(GiveConsentDocument);

  const { state: problem, onSubmit } = useFormAction<Problem>(async () => {
    const grants = [{ kind, wordingVersion: version, ...(phone && { phone }) }];
    const input = { subjectId: subject.id, grants, ...(code.trim() && { code }) };
    const { data } = await give({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.giveConsent;
    if (!answer) return { whole: refusalWords(language).noAnswer };
    if (answer.__typename === 'PhoneCodeNeeded') setNeedsCode(true);
    if (answer.__typename !== 'Subject') {
      const { field, message } = whyRefused(answer, { language, name: subject.preferredName });
      return field === 'code' ? { code: message } : { whole: message };
    }
    setOpen(false);
    void notify('success', words.agreed, { body: words.isKept });
    return {};
  }, {});

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      lang={language}
      trigger={
        <Button look="quiet" small lang={language}>
          {words.open}
          <span className="sr">{about(titles[kind])}</span>
        </Button>
      }
      title={words.open}
      lead={words.lead(titles[kind])}
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            {words.agree}
          </Button>
          <DialogClose className="btn btn-quiet">{words.cancel}</DialogClose>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <p className={styles.wording}>{text}</p>
        {needsCode && phone && (
          <ConsentCode
            subject={subject}
            phone={phone}
            language={language}
            code={code}
            onCode={setCode}
            error={problem.code}
          />
        )}
        {problem.whole && <Notice kind="error" title={problem.whole} />}
      </form>
    </Dialog>
  );
}
