import { useMutation } from '@apollo/client/react';
import { type ReactElement, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import type { ConsentKind } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { capital, wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type ConsentRows_SubjectFragment, WithdrawConsentDocument } from './ConsentRows.graphql.ts';
import styles from './ConsentRows.module.css';
import { consentKinds, consentTitles, withoutConsent } from './consent-words.ts';

/** A dialog to withdraw consents: which ones, the consequence of each, and whether the writing is erased too. */
export function WithdrawDialog({
  subject,
  trigger,
}: {
  subject: ConsentRows_SubjectFragment;
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly ConsentKind[]>([]);
  const form = useId();
  const words = wordsFor(subject);
  const [withdraw, { loading }] = useMutation(WithdrawConsentDocument);
  const granted = consentKinds.filter((kind) =>
    subject.consents.some((consent) => consent.kind === kind && consent.status === 'GRANTED'),
  );
  const writingGoes = chosen.includes('AI_WRITING');

  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const kinds = granted.filter((kind) => chosen.includes(kind));
    const writing = textOf(entered, 'writing');
    if (kinds.length === 0) return 'Choose what is taken back';
    if (writingGoes && !writing) return 'Say whether what was written stays';
    const input = { subjectId: subject.id, kinds, ...(writingGoes && { eraseWriting: writing === 'goes' }) };
    const { data } = await withdraw({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.withdrawConsent;
    if (!answer) return 'The connection broke before Evertold answered. Check how it stands, then try again.';
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'Subject') return answer.message;
    setOpen(false);
    setChosen([]);
    void notify('success', 'Taken back', { body: 'It holds from now on, and is kept in the ledger.' });
    return null;
  }, null);

  const toggle = (kind: ConsentKind, on: boolean) =>
    setChosen((kinds) => (on ? [...kinds, kind] : kinds.filter((other) => other !== kind)));

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title="Take back a consent"
      lead={
        subject.isSelf
          ? 'It holds at once. You can agree again at any time.'
          : `It holds at once. Only ${words.name} can agree again.`
      }
      actions={
        <>
          <Button type="submit" look="danger" form={form} busy={loading}>
            Take back
          </Button>
          <DialogClose className="btn btn-quiet">Leave it as it is</DialogClose>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <fieldset className={styles.choices}>
          <legend className="sr">What is taken back</legend>
          {granted.map((kind) => (
            <CheckField
              key={kind}
              checked={chosen.includes(kind)}
              onChange={({ target }) => toggle(kind, target.checked)}
            >
              <b>{consentTitles[kind]}</b>
              <br />
              <span className="note">{withoutConsent[kind]}</span>
            </CheckField>
          ))}
        </fieldset>
        {writingGoes && (
          <fieldset className={styles.choices}>
            <legend>What about the stories already written?</legend>
            <CheckField type="radio" name="writing" value="stays">
              They stay in the book
            </CheckField>
            <CheckField type="radio" name="writing" value="goes">
              They go too. What was said stays in the call log, and what the family wrote by hand stays.
            </CheckField>
          </fieldset>
        )}
        {problem && <Notice kind="error" title={problem} />}
      </form>
    </Dialog>
  );
}
