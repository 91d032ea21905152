import { type RefObject, useEffect, useRef, useState } from 'react';
import { followLive } from '#web/app/live.ts';
import { notify } from '#web/app/notify.ts';
import { ShownKeepsake } from '#web/keepsakes/ShownKeepsake.tsx';
import { Button } from '#web/ui/Button.tsx';
import { isLive } from '../call-state.ts';
import { Dock } from '../talk/Dock.tsx';
import { endConversation } from '../talk/end.ts';
import { RecordTalk } from '../talk/RecordTalk.tsx';
import { TakenDown } from '../talk/TakenDown.tsx';
import { useComposer } from '../talk/use-composer.ts';
import {
  messageAskedAbout,
  stillUnsent,
  useGrowingReply,
  useLiveMessages,
  useSpeaking,
} from '../talk/use-talk.ts';
import { OwnTalkChangedDocument, type OwnTalkChangedSubscription } from '../tell-my-own-story.graphql.ts';
import { LastAnswer } from './LastAnswer.tsx';
import { TalkEnded } from './TalkEnded.tsx';
import { TalkPage } from './TalkPage.tsx';
import type { Begun } from './TalkStart.tsx';
import styles from './talk.module.css';
import { whoReads } from './who-reads.ts';

type State = OwnTalkChangedSubscription['conversationChanged'];

/** A button sends these words; the interviewer understands them. */
const skip = 'Ask me something else';

/** The live conversation: a large question, the answer below it, and the last answer above. */
export function OwnTalk({ begun, onAgain }: { begun: Begun; onAgain: () => void }) {
  const { conversation, subjectId, language, shared, maxMinutes } = begun;
  const { id, messages: first } = conversation;
  const [state, setState] = useState<Pick<State, 'status' | 'writing' | 'cards'>>({
    ...conversation,
    cards: [],
  });
  const { messages, add } = useLiveMessages(
    id,
    first.edges.map(({ node }) => node),
    first.edges.at(-1)?.cursor ?? null,
  );
  const live = isLive(state.status);
  const speaking = useSpeaking(id, add);
  const reply = useGrowingReply(id, messages, live);
  const composer = useComposer({
    ...{ draftKey: id, language, say: speaking.say },
    mayDictate: conversation.mayDictate,
  });
  const unsent = stillUnsent(speaking.unsent, messages);
  const [ending, setEnding] = useState(false);
  const [stopped, setStopped] = useState(false);

  useEffect(
    () =>
      followLive({
        document: OwnTalkChangedDocument,
        variables: { subjectId },
        cursorOf: () => null,
        onEvent: ({ conversationChanged }) => {
          if (conversationChanged.id === id) setState(conversationChanged);
        },
      }),
    [subjectId, id],
  );

  async function stop(): Promise<void> {
    if (unsent.length > 0) {
      return notify('warning', 'Some words are still on their way', {
        body: 'They are kept here. Stop again when they have arrived.',
      });
    }
    setEnding(true);
    setStopped(true);
    const problem = await endConversation(id).catch(
      () => 'The connection broke before Evertold answered. Nothing is lost: try again.',
    );
    setEnding(false);
    if (problem) {
      setStopped(false);
      return notify('error', problem);
    }
    composer.dictation.cut();
    // The subscription may already have delivered a newer state; keep it.
    setState((now) => (isLive(now.status) ? { ...now, status: 'COMPLETED' } : now));
  }

  if (!live) {
    const last = messages.at(-1);
    const minutesUntil = ({ createdAt }: { createdAt: string }) =>
      (Date.parse(createdAt) - Date.parse(conversation.startedAt ?? createdAt)) / 60_000;
    return (
      <TalkEnded
        subjectId={subjectId}
        conversationId={id}
        writing={state.writing}
        stories={state.cards.length}
        onAgain={onAgain}
        draft={composer.text}
        goodbye={!stopped && last?.role === 'assistant' ? last.text : null}
        minutes={!stopped && last && maxMinutes && minutesUntil(last) >= maxMinutes ? maxMinutes : null}
      />
    );
  }

  const answered = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages.slice(answered + 1).filter(({ role }) => role === 'assistant');
  const waiting = unsent.length > 0 || (answered >= 0 && asked.length === 0);
  const question = reply?.text ?? (unsent.length > 0 ? '' : asked.map(({ text }) => text ?? '').join(' '));
  const keepsake = messageAskedAbout(messages, reply)?.keepsakeAskedAbout;
  return (
    <TalkPage
      note={whoReads(shared)}
      action={
        <Button look="quiet" small busy={ending} onClick={() => void stop()}>
          Stop for today
        </Button>
      }
      dock={
        <>
          {conversation.mayRecord && <RecordTalk conversationId={id} />}
          <Dock composer={composer} speaking={speaking} />
        </>
      }
    >
      <LastAnswer
        messages={messages}
        unsent={unsent}
        onTakeBack={(each) => composer.setText(speaking.takeBack(each))}
      />
      <div className={styles.asked}>
        <div>
          <Question text={question} waiting={waiting} box={composer.area} />
          {!waiting && question && (
            <p className={styles.acts}>
              <Button look="text" onClick={() => speaking.say(skip)}>
                Ask me something else
              </Button>
            </p>
          )}
        </div>
        {keepsake && <ShownKeepsake keepsake={keepsake} />}
      </div>
      <section className={styles.mine} aria-label="Your answer">
        <TakenDown composer={composer} label="Your answer" large />
      </section>
    </TalkPage>
  );
}

function Question({
  text,
  waiting,
  box,
}: {
  text: string;
  waiting: boolean;
  /** The text area of the answer, which the question pushes down while it grows. */
  box: RefObject<HTMLTextAreaElement | null>;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!text) return;
    heading.current?.scrollIntoView({ block: 'nearest' });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [text, box]);
  return (
    <>
      <h1 ref={heading} className={styles.growing}>
        {text || '…'}
      </h1>
      <p className="sr" aria-live="polite">
        {waiting && !text ? 'Thinking of what to ask' : waiting ? '' : text}
      </p>
    </>
  );
}
