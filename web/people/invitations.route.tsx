import { useLoaderData, useNavigate } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { preload } from '#web/app/preload.ts';
import { currentSession } from '#web/app/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { codeIn } from './invitation/code.ts';
import styles from './invitation/InvitationLayout.module.css';
import { InvitationLayout } from './invitation/InvitationLayout.tsx';
import { MyInvitations } from './invitation/MyInvitations.tsx';
import { MyInvitationsDocument } from './my-invitations.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** Loads the pending invitations of a signed-in user. */
export async function loader() {
  const session = await currentSession().catch(() => null);
  return { mine: session ? preload(MyInvitationsDocument, {}) : null };
}

/** Lists the user's pending invitations, and takes a pasted code or link for devices where the link can't be tapped. */
export function Component() {
  const { mine } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const { state: problem, onSubmit } = useFormAction<string | null>(async (form) => {
    const path = codeIn(textOf(form, 'code'));
    if (!path)
      return 'This is neither a link nor a code of ours. The code is the long word at the end of the link.';
    await navigate(path, { viewTransition: true });
    return null;
  }, null);
  return (
    <InvitationLayout title="Open your invitation" lead="It says whose book it is, and who asks you.">
      <DocumentTitle>Your invitation</DocumentTitle>
      {mine && <MyInvitations page={mine} />}
      <h2>Paste the link or the code</h2>
      <form className={styles.code} onSubmit={onSubmit} noValidate>
        <TextField
          label="Link or code"
          hint="You can also open the link in the email."
          name="code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={problem}
        />
        <Button type="submit" wide look={mine ? 'quiet' : 'main'}>
          Open the invitation
        </Button>
      </form>
      <hr className="rule" />
      <p className="note">If you have lost it, ask the person who invited you for a new one.</p>
    </InvitationLayout>
  );
}

export function Loading() {
  return (
    <InvitationLayout title="Open your invitation" lead="It says whose book it is, and who asks you.">
      <Skeleton what="your invitations">
        <SkeletonBar />
        <SkeletonLines />
      </Skeleton>
    </InvitationLayout>
  );
}
