import { useCallback, useEffect, useState } from 'react';
import { RefusalNotice } from '#web/accounts/RefusalNotice.tsx';
import { authClient } from '#web/app/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { useConfirm } from '../../use-confirm.tsx';
import { deviceOf, momentOf } from '../user-words.ts';
import styles from './details.module.css';
import { Part } from './Part.tsx';
import { useAct } from './use-act.ts';

interface SessionRow {
  id: string;
  token: string;
  updatedAt: Date;
  userAgent?: string | null | undefined;
  ipAddress?: string | null | undefined;
  impersonatedBy?: string | null | undefined;
}

/** The sessions of an account; each can be ended, or all at once. */
export function SessionsOf({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [sessions, setSessions] = useState<SessionRow[] | 'failed' | null>(null);
  const { busy, refusal, act } = useAct();
  const { confirm, dialog } = useConfirm();
  const loadSessions = useCallback(async () => {
    const { data } = await authClient.admin.listUserSessions({ userId: id }).catch(() => ({ data: null }));
    setSessions(data ? (data.sessions as SessionRow[]) : 'failed');
  }, [id]);
  useEffect(() => void loadSessions(), [loadSessions]);

  async function end(call: Parameters<typeof act>[0], done: string) {
    if (!(await act(call, done))) return;
    await loadSessions();
    onChanged();
  }
  return (
    <Part title="Sessions">
      {refusal && <RefusalNotice refusal={refusal} />}
      {sessions === null && (
        <Skeleton what="the sessions">
          <SkeletonLines lines={2} />
        </Skeleton>
      )}
      {sessions === 'failed' && (
        <p role="alert">
          They did not load.{' '}
          <Button look="text" small onClick={() => void loadSessions()}>
            Try again
          </Button>
        </p>
      )}
      {Array.isArray(sessions) && sessions.length === 0 && <p className="quiet">Signed in nowhere.</p>}
      {Array.isArray(sessions) && sessions.length > 0 && (
        <>
          <ul className={styles.sessions}>
            {sessions.map(({ id: sessionId, token, updatedAt, userAgent, ipAddress, impersonatedBy }) => (
              <li key={sessionId}>
                <div>
                  <b>{impersonatedBy ? 'An admin who impersonates' : deviceOf(userAgent)}</b>
                  <p className="note num">
                    {momentOf(updatedAt)}
                    {ipAddress && `, ${ipAddress}`}
                  </p>
                </div>
                <Button
                  look="quiet"
                  small
                  busy={busy}
                  aria-label={`End the session of ${momentOf(updatedAt)}`}
                  onClick={() =>
                    confirm(
                      {
                        title: 'End this session?',
                        lead: 'They are signed out there at once.',
                        act: 'End the session',
                      },
                      () =>
                        void end(
                          () => authClient.admin.revokeUserSession({ sessionToken: token }),
                          'The session is ended',
                        ),
                    )
                  }
                >
                  End
                </Button>
              </li>
            ))}
          </ul>
          <Button
            look="text"
            small
            busy={busy}
            onClick={() =>
              confirm(
                {
                  title: 'End all sessions?',
                  lead: 'They are signed out everywhere at once.',
                  act: 'End them all',
                },
                () =>
                  void end(
                    () => authClient.admin.revokeUserSessions({ userId: id }),
                    'All sessions are ended',
                  ),
              )
            }
          >
            End all sessions
          </Button>
        </>
      )}
      {dialog}
    </Part>
  );
}
