import { State } from '#web/ui/Notice.tsx';
import { dayOf, isBanned } from './user-words.ts';

/** The state of an account in a word or two. */
export function Standing({
  user,
}: {
  user: { banned: boolean | null; banExpires: string | null; emailVerified: boolean | null };
}) {
  if (isBanned(user))
    return <State tone="error">banned{user.banExpires && ` until ${dayOf(user.banExpires)}`}</State>;
  if (user.emailVerified) return <State tone="ok">confirmed</State>;
  return (
    <State tone="off" open>
      not confirmed
    </State>
  );
}
