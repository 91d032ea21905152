import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './ConsentRows.module.css';
import type { WordingFragment as Wording } from './Consents.graphql.ts';
import { consentTitles, phoneInWords } from './consent-words.ts';
import { AskForConsentCodeDocument, GiveConsentDocument } from './GiveConsent.graphql.ts';

/**
 * Lets somebody who agreed to an older wording agree to the one in force, with a code if the consent is given per
 * phone.
 */
export function AgreeToNewWording({
  subjectId,
  phone,
  wording,
}: {
  subjectId: string;
  phone: string | null;
  wording: Wording;
}) {
  const { kind, version, text, language } = wording;
  const [open, setOpen] = useState(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useId();
  const [give, { loading }] = useMutation(GiveConsentDocument);
  const [sendCode, { loading: sending }] = useMutation(AskForConsentCodeDocument);

  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const code = asksForCode ? textOf(entered, 'code').replace(/\s/g, '') : '';
    if (asksForCode && !/^\d{6}$/.test(code)) return 'Enter the six digits from the text';
    const grants = [{ kind, wordingVersion: version, ...(phone && { phone }) }];
    const input = { subjectId, grants, ...(code && { code }) };
    const { data } = await give({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.giveConsent;
    if (!answer) return 'The connection broke before Evertold answered. Check how it stands, then try again.';
    if (answer.__typename === 'PhoneCodeNeeded') {
      const sent = await sendCode({ variables: { subjectId } }).catch(() => ({ data: null }));
      const asked = sent.data?.askForConsentCode;
      if (asked?.__typename !== 'ConsentCodeSent')
        return asked?.message ?? 'No code could be sent. Try again.';
      setAsksForCode(true);
      return null;
    }
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'Subject') return answer.message;
    setOpen(false);
    setAsksForCode(false);
    void notify('success', 'Agreed', { body: 'It is kept in the ledger, with the new words.' });
    return null;
  }, null);

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" small>
          Agree to the new wording<span className="sr"> of {consentTitles[kind]}</span>
        </Button>
      }
      title="Agree to the new wording"
      lead={`${consentTitles[kind]}: until you agree, what you agreed to before goes on as it was.`}
      actions={
        <>
          <Button type="submit" form={form} busy={loading || sending}>
            {asksForCode ? 'Enter the code and agree' : 'I agree'}
          </Button>
          <DialogClose className="btn btn-quiet">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <p className={styles.wording} lang={language}>
          {text}
        </p>
        {phone && !asksForCode && (
          <p className="note">
            Unless this phone is known to be yours, we text a code to {phoneInWords(phone)} first.
          </p>
        )}
        {asksForCode && (
          <TextField
            label="The code"
            name="code"
            hint="We texted six digits to the phone of this book."
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
        {problem && <Notice kind="error" title={problem} />}
      </form>
    </Dialog>
  );
}
