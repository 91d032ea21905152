import { useReadQuery } from '@apollo/client/react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Missing } from '#web/app/errors.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { followLive } from '#web/app/live.ts';
import { preload } from '#web/app/preload.ts';
import { isAdmin } from '#web/app/session.ts';
import { type PersonWords, wordsFor } from '#web/subjects/person-words.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { isLive } from './call-state.ts';
import {
  ConversationChangedDocument,
  ConversationRouteDocument,
  type ConversationRouteQuery,
} from './conversation.graphql.ts';
import { Announcing } from './page/Announcing.tsx';
import { AskedByFamily } from './page/AskedByFamily.tsx';
import { CameOfIt } from './page/CameOfIt.tsx';
import { ConversationHead } from './page/ConversationHead.tsx';
import styles from './page/conversation.module.css';
import { GoOnTalking } from './page/GoOnTalking.tsx';
import { OnAirBand } from './page/OnAirBand.tsx';
import { useBackOnTheLine } from './page/use-back-on-the-line.ts';
import { WhoCalled } from './page/WhoCalled.tsx';
import { openPlayback } from './recording/playback.ts';
import { TranscriptView } from './script/TranscriptView.tsx';
import { useTranscript } from './script/use-transcript.ts';
import { useSpeaking } from './talk/use-talk.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

// Loaded only when there is a recording.
const Player = lazy(() => import('./recording/Player.tsx').then(({ Player }) => ({ default: Player })));

// Loaded only for admins.
const MadeBy = lazy(() => import('./page/MadeBy.tsx'));

type Conversation = NonNullable<ConversationRouteQuery['conversation']>;

export function loader({ params }: LoaderFunctionArgs) {
  return preload(ConversationRouteDocument, { id: params.conversationId ?? '' });
}

export function Component() {
  const { conversation } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!conversation) return <Missing />;
  return <Opened key={conversation.id} conversation={conversation} />;
}

function Opened({ conversation }: { conversation: Conversation }) {
  const { id, status, channel, writing, subject, heldBy, caller, startedAt, mayRecord, mayDictate } =
    conversation;
  const session = useSession();
  const { user } = session;
  const live = isLive(status);
  const transcript = useTranscript(id, conversation, live);
  const speaking = useSpeaking(id);
  const [playback] = useState(openPlayback);
  const [announces, setAnnounces] = useState(true);
  const [makers, setMakers] = useState<ReadonlyMap<number, string> | null>(null);
  const { preferredName, pronouns, isSelf, timeZone, abilities } = subject;
  const words = useMemo(
    () => wordsFor({ preferredName, pronouns, isSelf }),
    [preferredName, pronouns, isSelf],
  );
  const isCallerUnknown = !!caller && !caller.confirmedBy;
  const may = abilities.join(' ');
  const script = useMemo(
    () => ({
      words,
      isSelf,
      isCallerUnknown,
      isOldRecording: channel === 'RECORDING',
      startedAt,
      timeZone,
      byClock: channel === 'SMS',
      mayCorrect: may.includes('WRITE'),
      mayMakePrivate: may.includes('MAKE_PRIVATE'),
      mayRelease: may.includes('RELEASE'),
      // An admin who impersonates a user can't undo it, because they lack CONVERSE.
      mayUndoPrivate: may.includes('RELEASE') || may.includes('CONVERSE'),
      ...{ playback, makers },
    }),
    [words, isSelf, isCallerUnknown, startedAt, timeZone, channel, may, playback, makers],
  );
  useBackOnTheLine(live, transcript.entries.length);
  useEffect(
    () =>
      followLive({
        document: ConversationChangedDocument,
        variables: { subjectId: subject.id },
        cursorOf: () => null,
        onEvent: () => undefined, // the parts of this page read it from the cache
      }),
    [subject.id],
  );
  const mayTalk = live && channel === 'WEB' && abilities.includes('CONVERSE');
  const mine = heldBy?.id === user.id || isSelf;
  const wasSaid = transcript.entries.length > 0 || !abilities.includes('READ_TRANSCRIPTS');
  const isKeptUnwritten = heldBy?.id === user.id && status === 'COMPLETED' && writing === null && wasSaid;

  return (
    <>
      <OnAirBand
        conversation={conversation}
        words={words}
        isSelf={isSelf}
        mine={mine}
        mayEnd={mine || (!heldBy && abilities.includes(channel === 'PHONE' ? 'SCHEDULE' : 'MANAGE_SUBJECT'))}
      />
      <div className={`leaf ${styles.page}`}>
        <main className={`wrap ${styles.conv}`} id="main" tabIndex={-1}>
          <div>
            <ConversationHead conversation={conversation} subject={subject} words={words} />
            <WhoCalled
              conversation={conversation}
              words={words}
              isSelf={isSelf}
              maySay={abilities.includes('MANAGE_SUBJECT')}
            />
            {transcript.entries.length === 0 && !live && abilities.includes('READ_TRANSCRIPTS') && (
              <p className={`lead quiet ${styles.none}`}>Nothing was said.</p>
            )}
            {isKeptUnwritten && (
              <p className={`lead quiet ${styles.none}`}>{keptUnwritten(words, abilities)}</p>
            )}
            <TranscriptView
              conversationId={id}
              transcript={transcript}
              script={script}
              live={live}
              speaking={speaking}
              announces={announces}
            />
            {mayTalk && (
              <GoOnTalking
                conversationId={id}
                language={subject.language}
                speaking={speaking}
                mayRecord={mayRecord}
                mayDictate={mayDictate}
                open={mine}
                label={isSelf ? 'Your answer' : `What ${preferredName} says`}
              />
            )}
          </div>
          <aside className={styles.aside} aria-label="Beside the conversation">
            {live && <AskedByFamily subject={subject} words={words} />}
            {live && <Announcing on={announces} onChange={setAnnounces} />}
            <CameOfIt conversation={conversation} subjectId={subject.id} words={words} />
            {isAdmin(session) && (
              <Suspense>
                <MadeBy
                  conversationId={id}
                  newest={transcript.entries.at(-1)?.node.seq ?? 0}
                  onMakers={setMakers}
                />
              </Suspense>
            )}
            {(script.mayCorrect || script.mayMakePrivate) && transcript.entries.length > 0 && (
              <p className="note">
                Use “Change” next to any line to correct a word that was misheard, or to make it private. What
                was first heard is always kept.
              </p>
            )}
          </aside>
        </main>
      </div>
      {!live && (
        <Suspense>
          <Player conversation={conversation} playback={playback} isSelf={isSelf} />
        </Suspense>
      )}
    </>
  );
}

/** What becomes of a conversation that was held before the person agreed to more. */
function keptUnwritten({ name, they, verb }: PersonWords, abilities: readonly string[]): string {
  const until = they === 'you' ? 'you say yes to writing' : `${name} says yes to writing`;
  const written = `Every word is kept. Nothing is written from it until ${until}.`;
  if (abilities.includes('READ_TRANSCRIPTS')) return written;
  return `${written} You can read it here when ${they} ${verb('agrees', 'agree')} to sharing.`;
}

const turns = ['first', 'second', 'third', 'fourth'];

export function Loading() {
  return (
    <div className={`leaf ${styles.page}`}>
      <main className={`wrap ${styles.conv}`} id="main" tabIndex={-1}>
        <Skeleton what="the conversation">
          <div className={styles.head}>
            <SkeletonBar width="14rem" height="1rem" />
            <SkeletonBar width="28rem" height="2.75rem" />
          </div>
          <div className="script">
            {turns.map((turn) => (
              <div key={turn} className="turn">
                <SkeletonBar width="4rem" height="1rem" />
                <SkeletonLines lines={3} />
              </div>
            ))}
          </div>
        </Skeleton>
      </main>
    </div>
  );
}
