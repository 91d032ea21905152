/** The day of a moment, as the desk writes it. */
export function dayOf(at: string | null): string {
  return at
    ? new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
    : '';
}

/** The day and the minute. */
export function momentOf(at: string | Date): string {
  return new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** Whether a ban still holds: one whose end has come is over. */
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

/** What an entry of the audit log says was done, in words where there are any. */
export function actInWords(action: string): string {
  return (
    acts[action] ??
    action
      .replace(/^impersonating\./, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase()
  );
}

/** A browser and its system, roughly, from what it says of itself. */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return 'Unknown device';
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(iPhone|iPad|Android|Windows|Mac OS|Linux)/.exec(userAgent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const named = browser && (names[browser] ?? browser);
  return [named, system].filter(Boolean).join(' on ') || 'Unknown device';
}
