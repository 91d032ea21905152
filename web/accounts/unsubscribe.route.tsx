import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { noAnswer, type Refusal } from './refusals.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const letterWords: Record<string, string> = {
  stories: 'letters about new stories',
  remarks: 'letters about remarks and hearts',
  'missed-calls': 'letters about missed calls',
  'from-others': 'invitations and gifts',
};

const wrongLink: Refusal = {
  title: 'This link doesn’t work',
  body: 'It is incomplete or was changed. Open it again from the letter, or choose in your settings.',
};

/** `again` is where a POST turns the letters on again. */
type Stopped = { subjectName: string | null; again: string | null };

/**
 * The page to which letters link that can be turned off, and some on again. It asks first: mail scanners open every link, and must not
 * turn off anything.
 */
export function Component() {
  const { choice = '' } = useParams();
  const { pathname } = useLocation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const [isOnAgain, setOnAgain] = useState(false);
  const letters = letterWords[choice];

  async function send(path: string, done: (answer: Stopped) => void) {
    setBusy(true);
    const answer = await post(path);
    setBusy(false);
    if (answer === 'none') setRefusal(noAnswer);
    else if (answer === 'wrong') setRefusal(wrongLink);
    else {
      setRefusal(null);
      done(answer);
    }
  }

  const settings = <Link to="/settings/#notices">your settings</Link>;
  if (!letters) {
    return (
      <SideLayout>
        <DocumentTitle>Stop letters</DocumentTitle>
        <h1>Stop letters</h1>
        <div className="stack">
          <RefusalNotice refusal={wrongLink} />
          <p>You choose what we write to you about in {settings}.</p>
        </div>
      </SideLayout>
    );
  }
  const isFromOthers = choice === 'from-others';
  if (isOnAgain) {
    return (
      <SideLayout>
        <DocumentTitle>Letters are on</DocumentTitle>
        <h1>Letters are on again</h1>
        <div className="stack">
          <Notice kind="ok" title="You can get invitations and gifts by email again" />
          <p>To stop them, open the link in one of these letters.</p>
        </div>
      </SideLayout>
    );
  }
  if (stopped) {
    const { again } = stopped;
    const of = stopped.subjectName ? ` from ${stopped.subjectName}’s book` : '';
    return (
      <SideLayout>
        <DocumentTitle>Letters are off</DocumentTitle>
        <h1>Letters are off</h1>
        <div className="stack">
          <Notice kind="ok" title={`You get no more ${letters}${isFromOthers ? ' by email' : of}`} />
          {isFromOthers ? (
            <>
              <p>
                Anyone who uses Evertold and wants to send you an invitation or a gift by email is told that
                you don’t want them. Letters that you ask for yourself still come.
              </p>
              <RefusalNotice refusal={refusal} />
              {again && (
                <Button
                  look="quiet"
                  wide
                  busy={busy}
                  onClick={() => void send(again, () => setOnAgain(true))}
                >
                  Turn these letters on again
                </Button>
              )}
              <p>If you want them again later, open the link in the letter and come back to this page.</p>
            </>
          ) : (
            <p>You can turn them on again at any time in {settings}, under “Notices”.</p>
          )}
        </div>
      </SideLayout>
    );
  }
  return (
    <SideLayout>
      <DocumentTitle>Stop letters</DocumentTitle>
      <h1>Stop these letters?</h1>
      <div className="stack">
        <p className="lead quiet">
          {isFromOthers
            ? 'You’ll get no more invitations or gifts by email from anyone who uses Evertold. An invitation that you already have stays open.'
            : `You’ll get no more ${letters} from this book. Everything else stays the same.`}
        </p>
        <RefusalNotice refusal={refusal} />
        <Button wide busy={busy} onClick={() => void send(pathname, setStopped)}>
          Stop {letters}
        </Button>
        {!isFromOthers && <p>To get them less often, open {settings}.</p>}
      </div>
    </SideLayout>
  );
}

/** Posts what a mail program's own button posts, without a session. */
async function post(path: string): Promise<Stopped | 'wrong' | 'none'> {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  try {
    const answer = await fetch(path, { method: 'POST', body, credentials: 'omit' });
    if (answer.ok) return (await answer.json()) as Stopped;
    return answer.status === 404 ? 'wrong' : 'none';
  } catch {
    return 'none';
  }
}
