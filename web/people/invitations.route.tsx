import { useNavigate } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { codeIn } from './invitation/code.ts';
import styles from './invitation/InvitationLayout.module.css';
import { InvitationLayout } from './invitation/InvitationLayout.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** Where an invitation is opened by its code or its link, when it can't be opened by a touch. */
export function Component() {
  const navigate = useNavigate();
  const { state: problem, onSubmit } = useFormAction<string | null>(async (form) => {
    const path = codeIn(textOf(form, 'code'));
    if (!path) return 'This is neither a link nor a code of ours. It is the long word after /invite/';
    await navigate(path, { viewTransition: true });
    return null;
  }, null);
  return (
    <InvitationLayout title="Open your invitation" lead="It says whose book it is, and who asks you.">
      <DocumentTitle>Your invitation</DocumentTitle>
      <h2>Paste the link or the code</h2>
      <p className="quiet">Touching the link in the mail does the same.</p>
      <form className={styles.code} onSubmit={onSubmit} noValidate>
        <TextField
          label="Link or code"
          name="code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={problem}
        />
        <Button type="submit" wide>
          Open the invitation
        </Button>
      </form>
      <hr className="rule" />
      <p className="note">If you have lost it, ask whoever invited you for another.</p>
    </InvitationLayout>
  );
}
