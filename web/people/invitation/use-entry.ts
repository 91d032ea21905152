import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import type { InvitationStatus } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { forgetSession } from '#web/app/session.ts';

interface Failure {
  title: string;
  body: string;
}

const unusable: Failure = {
  title: 'This link no longer works',
  body: 'It was used already, or it is older than 30 minutes. Ask for a new one here.',
};

/**
 * Enters by the link of a letter when a person presses the button; a program that only looks at the page uses nothing
 * up. `closed` is why the invitation can't be used any more.
 */
export function useEntry() {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [entering, setEntering] = useState(false);
  const [closed, setClosed] = useState<Exclude<InvitationStatus, 'PENDING'> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const token = params.get('entry');

  async function enter(): Promise<void> {
    setEntering(true);
    const { authClient } = await import('#web/app/auth.ts');
    const { data, error } = await authClient
      .$fetch<{ subjectId: string }>('/sign-in/invitation', { method: 'POST', body: { token } })
      .catch(() => ({ data: null, error: { status: 0, code: undefined, message: undefined } }));
    setEntering(false);
    if (data) {
      forgetSession();
      await apollo.clearStore();
      await navigate(`/dashboard/${encodeURIComponent(data.subjectId)}/`, {
        replace: true,
        viewTransition: true,
      });
      return notify('success', 'Welcome in');
    }
    const code = (error as { code?: string } | null)?.code;
    if (error?.status === 0 || (error?.status ?? 0) >= 500 || error?.status === 429)
      return notify('error', 'The connection broke before Evertold answered', {
        body: 'Press again in a minute.',
      });
    // The used link must not stay in the address, where it would be offered again.
    setParams({}, { replace: true });
    if (code === 'INVITATION_ACCEPTED') return setClosed('ACCEPTED');
    if (code === 'INVITATION_DECLINED') return setClosed('DECLINED');
    if (code === 'INVITATION_REVOKED') return setClosed('REVOKED');
    if (code === 'INVITATION_EXPIRED') return setClosed('EXPIRED');
    return setFailure(
      code === 'INVALID_TOKEN' ? unusable : { title: 'You are not in yet', body: error?.message ?? '' },
    );
  }
  return { enter: token ? enter : null, entering, closed, failure };
}
