import { useEffect, useRef, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import {
  ConsentNote,
  ConsentWords,
  type Kind,
  type Wording,
  wordingsFor,
} from '#web/onboarding/ConsentWords.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import type { TellMyOwnStoryQuery } from '../tell-my-own-story.graphql.ts';
import { TalkPage } from './TalkPage.tsx';
import styles from './talk.module.css';
import { type OwnConversation, Refused, useBeginOwn } from './use-begin-own.ts';
import { whoReads } from './who-reads.ts';

type Own = TellMyOwnStoryQuery['subjects']['edges'][number]['node'];

export interface Begun {
  conversation: OwnConversation;
  subjectId: string;
  language: string;
  /** Whether other members may read the conversation. */
  shared: boolean;
  /** How long a conversation lasts; null while the book is new. */
  maxMinutes: number | null;
}

/** The page before the first question, with the consents that are still open. A live conversation is continued. */
export function TalkStart({
  name,
  subject,
  wordings,
  onBegun,
}: {
  name: string;
  subject: Own | null;
  wordings: readonly Wording[];
  onBegun: (begun: Begun) => void;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<Kind>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const own = useBeginOwn();
  const given = new Set(
    subject?.consents.filter(({ status }) => status === 'GRANTED').map(({ kind }) => kind),
  );
  const open = wordingsFor(wordings, null).filter(({ kind }) => !given.has(kind));
  const live = subject?.liveConversation?.channel === 'WEB';

  async function begin(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const subjectId = subject?.id ?? (await own.book(name));
      await own.agreeTo(subjectId, open, ticked);
      const conversation = await own.talk(subjectId);
      onBegun({
        conversation,
        subjectId,
        language: subject?.language ?? 'en',
        maxMinutes: subject?.maxMinutes ?? null,
        shared: given.has('SHARING') || ticked.has('SHARING'),
      });
    } catch (error) {
      setProblem(
        error instanceof Refused
          ? error.message
          : 'The connection broke before Evertold answered. Nothing is lost: try again.',
      );
      setBusy(false);
    }
  }
  const goOn = useRef(begin);
  useEffect(() => {
    if (live) void goOn.current();
  }, [live]);

  return (
    <TalkPage
      note={whoReads(given.has('SHARING'))}
      action={
        <Link className={buttonClass({ look: 'quiet', small: true })} to="/dashboard/">
          Not now
        </Link>
      }
    >
      <div className={styles.start}>
        <h1>{subject ? 'One question at a time' : 'Tell your own story'}</h1>
        <p className="lead quiet">
          Evertold asks, you tell, by voice or typed. Skip what you like, stop when you like, and say “keep
          that between us” for what nobody else is to read.
        </p>
        {open.length > 0 ? (
          <>
            <ConsentWords
              wordings={open}
              ticked={ticked}
              onTick={(kind, on) =>
                setTicked(
                  (before) => new Set(on ? [...before, kind] : [...before].filter((each) => each !== kind)),
                )
              }
            />
            <ConsentNote wordings={open} />
            <p className="note">
              Without a tick you can talk all the same: nothing is written from it, or shared.
            </p>
          </>
        ) : (
          <div className={styles.line}>
            <FlatLine />
          </div>
        )}
        {problem && (
          <div className={styles.problem}>
            <Notice kind="error" title={problem} />
          </div>
        )}
        <div className={`row ${styles.do}`}>
          <Button busy={busy} phoneWide onClick={() => void begin()}>
            {busy ? 'One moment' : live ? 'Continue' : 'Ask me the first question'}
          </Button>
        </div>
      </div>
    </TalkPage>
  );
}
