import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import type { InvitationRole } from '#web/app/generated/schema-types.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { FamilyFriendsDocument } from '../family-friends.graphql.ts';
import { InviteDocument } from './InviteDialog.graphql.ts';
import styles from './InviteDialog.module.css';
import { LinkOnce } from './LinkOnce.tsx';

interface Problems {
  fields: Record<string, string>;
  notice: string | null;
}

const none: Problems = { fields: {}, notice: null };

/** The words before the link when it is sent by text. */
function wordsToText(role: InvitationRole, name: string): string {
  if (role === 'SUBJECT') return 'This is your own book of stories:';
  return role === 'VIEWER'
    ? `Here you can read ${name}’s stories:`
    : `Come and keep ${name}’s stories with us:`;
}

/** Invites someone to the book; the link is shown once, to be sent by any means. */
export function InviteDialog({
  subjectId,
  name,
  mayInviteFamily,
  mayInviteSubject,
}: {
  subjectId: string;
  /** The subject's name. */
  name: string;
  mayInviteFamily: boolean;
  /** Whether the subject can still be invited, because they have no account yet. */
  mayInviteSubject: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState<{ url: string; email: string; isLetterUnwanted: boolean } | null>(null);
  const [role, setRole] = useState<InvitationRole>('VIEWER');
  const form = useId();
  const [invite, { loading }] = useMutation(InviteDocument, { fetchPolicy: 'no-cache' });

  const { state: problems, onSubmit } = useFormAction<Problems>(async (entered) => {
    const text = (field: string) => textOf(entered, field).trim();
    const several = Number(text('maxUses') || 1);
    const input = {
      subjectId,
      role,
      email: text('email') || null,
      relationship: text('relationship') || null,
      message: text('message') || null,
      expiresInDays: Number(text('expiresInDays')),
      ...(role === 'VIEWER' && {
        mayContribute: entered.has('mayContribute'),
        mayDownload: entered.has('mayDownload'),
        ...(several !== 1 && { maxUses: several }),
      }),
    };
    const { data } = await invite({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.invite;
    if (!answer)
      return {
        fields: {},
        notice: 'The connection broke before Evertold answered. Look whether it was sent, then try again.',
      };
    if (answer.__typename === 'InvalidInput') {
      const issues = answer.issues.map(({ path, message }) => [path, capital(message)] as const);
      return { fields: Object.fromEntries(issues), notice: null };
    }
    if (answer.__typename !== 'InviteSuccess') return { fields: {}, notice: answer.message };
    setSent({ ...answer, email: text('email') });
    const variables = { id: subjectId };
    void apollo
      .query({ query: FamilyFriendsDocument, variables, fetchPolicy: 'network-only' })
      .catch(() => undefined);
    return none;
  }, none);

  function show(next: boolean) {
    setOpen(next);
    if (next) setSent(null);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={show}
      trigger={<Button phoneWide>Invite someone</Button>}
      title={sent ? 'The invitation is ready' : 'Invite someone'}
      lead={sent ? undefined : `An invitation to ${name}’s book. You can cancel it until it’s used.`}
      actions={
        sent ? (
          <DialogClose className="btn">Done</DialogClose>
        ) : (
          <>
            <Button type="submit" form={form} busy={loading}>
              Make the invitation
            </Button>
            <DialogClose className="btn btn-quiet">Not now</DialogClose>
          </>
        )
      }
    >
      {sent ? (
        <LinkOnce {...sent} words={wordsToText(role, name)} />
      ) : (
        <form id={form} onSubmit={onSubmit} noValidate className={styles.form}>
          {problems.notice && <Notice kind="error" title={problems.notice} />}
          <fieldset className={styles.roles}>
            <legend className="label">What they may do</legend>
            <CheckField
              type="radio"
              name="role"
              value="VIEWER"
              checked={role === 'VIEWER'}
              onChange={() => setRole('VIEWER')}
            >
              <b>Read</b>
              <br />
              <span className="note">the stories</span>
            </CheckField>
            {mayInviteFamily && (
              <CheckField
                type="radio"
                name="role"
                value="EDITOR"
                checked={role === 'EDITOR'}
                onChange={() => setRole('EDITOR')}
              >
                <b>Family</b>
                <br />
                <span className="note">reads what was said too, writes and corrects</span>
              </CheckField>
            )}
            {mayInviteSubject && (
              <CheckField
                type="radio"
                name="role"
                value="SUBJECT"
                checked={role === 'SUBJECT'}
                onChange={() => setRole('SUBJECT')}
              >
                <b>{name} in person</b>
                <br />
                <span className="note">
                  tells the stories, decides what to agree to, and is the only one who reads what is private.
                  Send this only to {name}.
                </span>
              </CheckField>
            )}
          </fieldset>
          {role === 'VIEWER' && (
            <fieldset className={styles.roles}>
              <legend className="label">Readers may also</legend>
              <CheckField name="mayContribute" defaultChecked>
                Ask {name} questions and remark on stories
              </CheckField>
              <CheckField name="mayDownload" defaultChecked>
                Download photos, films and recordings
              </CheckField>
              <p className="note">
                Without this they see no download buttons. What they see and hear can still be copied.
              </p>
            </fieldset>
          )}
          <TextField
            label="Their email, if you like"
            hint="We send the invitation there. Without it, you pass the link on."
            name="email"
            type="email"
            autoComplete="off"
            error={problems.fields.email}
          />
          {role !== 'SUBJECT' && (
            <TextField
              label={`Their relationship to ${name}`}
              hint="For example: granddaughter, neighbour"
              name="relationship"
              autoComplete="off"
              error={problems.fields.relationship}
            />
          )}
          {role === 'VIEWER' && (
            <TextField
              label="How many people may use the link"
              name="maxUses"
              type="number"
              min={1}
              max={50}
              defaultValue={1}
              error={problems.fields.maxUses}
            />
          )}
          <SelectField
            label="The invitation works for"
            name="expiresInDays"
            defaultValue="14"
            error={problems.fields.expiresInDays}
          >
            <option value="1">1 day</option>
            <option value="3">3 days</option>
            <option value="7">1 week</option>
            <option value="14">2 weeks</option>
          </SelectField>
          <TextAreaField
            label="A few words from you"
            name="message"
            rows={3}
            maxLength={1000}
            error={problems.fields.message}
          />
        </form>
      )}
    </Dialog>
  );
}
