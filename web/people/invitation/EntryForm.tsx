import { useMutation } from '@apollo/client/react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { AskToEnterDocument, type InvitationPageQuery } from '../invitation.graphql.ts';
import styles from './InvitationLayout.module.css';

type Preview = NonNullable<InvitationPageQuery['invitationPreview']>;

interface State {
  fields: { name?: string; email?: string };
  notice: string | null;
  /** The address that a letter was requested for; empty when it is the invitation's own. */
  sentTo: string | null;
}

const initial: State = { fields: {}, notice: null, sentTo: null };

/** Requests a letter with a link into the book: for a new reader, or for one who comes back. */
export function EntryForm({
  preview: { isAddressed, subject },
  token,
  isReturn = false,
}: {
  preview: Pick<Preview, 'isAddressed' | 'subject'>;
  token: string;
  isReturn?: boolean;
}) {
  const [ask] = useMutation(AskToEnterDocument, { fetchPolicy: 'no-cache' });
  const { state, pending, onSubmit } = useFormAction<State>(send, initial);
  const needsAddress = isReturn || !isAddressed;

  async function send(entered: FormData): Promise<State> {
    const name = textOf(entered, 'name').trim();
    const email = textOf(entered, 'email').trim();
    const fields = {
      ...(!isReturn && !name && { name: 'Enter your name' }),
      ...(needsAddress && !email && { email: 'Enter your email address' }),
    };
    if (Object.keys(fields).length) return { ...initial, fields };
    const input = { token, name: name || null, email: email || null };
    const { data } = await ask({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.askToEnter;
    if (!answer)
      return { ...initial, notice: 'The connection broke before Evertold answered. Please try again.' };
    if (answer.__typename === 'InvalidInput') {
      const paths = answer.issues.map(({ path }) => path);
      const fields = {
        ...(paths.includes('name') && { name: 'Use a shorter name' }),
        ...(paths.includes('email') && { email: 'Check the email address' }),
      };
      return { ...initial, fields };
    }
    if (answer.__typename !== 'InvitationPreview') return { ...initial, notice: answer.message };
    return { ...initial, sentTo: email };
  }

  return (
    <>
      <p className="quiet">
        {isReturn
          ? `We’ll mail you a new link that signs you in to ${subject.preferredName}’s book.`
          : 'You don’t need a password. We’ll mail you a link that signs you in and opens the book.'}
      </p>
      {state.notice && <Notice kind="error" title={state.notice} />}
      {state.sentTo !== null && (
        <Notice kind="ok" title="Check your mail">
          <p>
            {isReturn
              ? `If you joined with ${state.sentTo}, the link is on its way.`
              : state.sentTo
                ? `The link is on its way to ${state.sentTo}.`
                : 'The link is on its way to the address that was invited.'}{' '}
            It works for 30 minutes.
          </p>
        </Notice>
      )}
      <form className={styles.code} onSubmit={onSubmit} noValidate>
        {!isReturn && (
          <TextField label="Your name" name="name" autoComplete="name" error={state.fields.name} required />
        )}
        {needsAddress && (
          <TextField
            label="Your email"
            name="email"
            type="email"
            autoComplete="email"
            error={state.fields.email}
            required
          />
        )}
        <Button type="submit" wide busy={pending}>
          {state.sentTo === null ? 'Mail me the link' : 'Send it again'}
        </Button>
      </form>
      {!isReturn && (
        <p className="note">
          With this you agree to the <Link to="/tos">terms</Link>. The <Link to="/privacy">privacy page</Link>{' '}
          says what we keep and why.
        </p>
      )}
    </>
  );
}
