/** A date in the desk's format. */
export function dayOf(at: string | null): string {
  return at
    ? new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
    : '';
}

/** A date and time in the desk's format. */
export function momentOf(at: string | Date): string {
  return new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** Whether a ban is still in effect; one whose end has passed is not. */
export function isBanned({ banned, banExpires }: { banned: boolean | null; banExpires: string | null }) {
  return !!banned && (banExpires === null || new Date(banExpires) > new Date());
}

const acts: Record<string, string> = {
  'accounts.set-role': 'set the role',
  'accounts.ban-user': 'banned',
  'accounts.unban-user': 'lifted the ban',
  'accounts.impersonate-user': 'began to impersonate',
  'accounts.stop-impersonating': 'stopped impersonating',
  'accounts.revoke-user-session': 'ended a session',
  'accounts.revoke-user-sessions': 'ended all sessions',
  'accounts.set-user-password': 'set a new password',
  'accounts.update-user': 'changed details',
  'accounts.create-user': 'made the account',
  'accounts.remove-user': 'deleted the account',
  'work.retried': 'had failed work tried again',
};

/** An audit log action in words, if they are known. */
export function actInWords(action: string): string {
  return (
    acts[action] ??
    action
      .replace(/^impersonating\./, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase()
  );
}

/** The browser and operating system, roughly, from a user agent string. */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return 'Unknown device';
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(iPhone|iPad|Android|Windows|Mac OS|Linux)/.exec(userAgent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const named = browser && (names[browser] ?? browser);
  return [named, system].filter(Boolean).join(' on ') || 'Unknown device';
}
