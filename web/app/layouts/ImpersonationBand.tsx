import UserRoundCog from 'lucide-react/icons/user-round-cog';
import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { forgetSession, type Session } from '#web/app/session.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** The impersonation banner, loaded only when impersonating. */
export function ImpersonationBand({ session }: { session: Session }) {
  const [busy, setBusy] = useState(false);

  async function stop() {
    setBusy(true);
    const { authClient } = await import('#web/app/auth.ts');
    const { error } = await authClient.admin.stopImpersonating();
    if (error) {
      setBusy(false);
      return notify('error', 'Still impersonating', { body: error.message ?? 'Try again.' });
    }
    forgetSession();
    location.assign('/writer/users/'); // a full page load drops everything cached as the other user
  }
  return (
    <Banner
      icon={<Icon of={UserRoundCog} />}
      action={
        <Button look="quiet" small busy={busy} onClick={stop}>
          Stop impersonating
        </Button>
      }
    >
      You see Evertold as <b>{session.user.name}</b>. Everything you do is written down under both names.
    </Banner>
  );
}
