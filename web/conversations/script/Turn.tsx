import type { FragmentType } from '@apollo/client';
import Lock from 'lucide-react/icons/lock';
import { memo, useState } from 'react';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { ShownKeepsake } from '#web/keepsakes/ShownKeepsake.tsx';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { timeInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { clock } from '../call-times.ts';
import styles from '../page/conversation.module.css';
import { type Playback, useSpokenWord } from '../recording/playback.ts';
import { CorrectTurn } from './CorrectTurn.tsx';
import { Deleted } from './Deleted.tsx';
import { Corrected, FirstHeard } from './FirstHeard.tsx';
import { saidAudienceInWords } from './said-audience.ts';
import { type Turn_MessageFragment, Turn_MessageFragmentDoc } from './Turn.graphql.ts';
import { TurnActs } from './TurnActs.tsx';

/** The facts that are the same for every turn of a conversation. */
export interface Script {
  words: PersonWords;
  isSelf: boolean;
  /** Whether an inbound call is not confirmed as the subject's: its words are shown as the caller's. */
  isCallerUnknown: boolean;
  /** Whether it is an old recording, on which Evertold does not speak. */
  isOldRecording: boolean;
  startedAt: string | null;
  timeZone: string;
  /** Whether turns show the time of day, because an exchange of texts takes hours. */
  byClock: boolean;
  mayCorrect: boolean;
  mayMakePrivate: boolean;
  mayRelease: boolean;
  /** Whether the viewer may undo making a turn private. */
  mayUndoPrivate: boolean;
  playback: Playback;
  /** For admins: what made each answer, by its `seq`. */
  makers: ReadonlyMap<number, string> | null;
}

/** One turn, set like a play: speaker and time in the margin, then the words. */
export const Turn = memo(function Turn({
  message,
  script,
  marked,
  fresh,
  showsKeepsake,
}: {
  message: FragmentType<Turn_MessageFragment>;
  script: Script;
  /** Whether the address names this turn. */
  marked: boolean;
  fresh: boolean;
  /** Whether it is the first turn about its keepsake, which is shown once. */
  showsKeepsake: boolean;
}) {
  const { data } = useKeptFragment({
    fragment: Turn_MessageFragmentDoc,
    fragmentName: 'Turn_message',
    from: message,
  });
  const [correcting, setCorrecting] = useState<string | null>(null);
  const { id, role, text, originalText } = data;
  const spoken = useSpokenWord(script.playback, data, text ? text.split(/\s+/).length : 0);
  const theirs = role === 'user';
  const person = script.isCallerUnknown ? 'Caller' : script.isSelf ? 'You' : script.words.name;
  const who = theirs ? person : script.isOldRecording ? 'Somebody else' : 'Evertold';
  const look = ['turn', theirs ? 'is-them' : 'is-us'];
  if (marked || spoken !== null) look.push('is-on');
  if (fresh) look.push('is-new');

  return (
    <article
      className={`${look.join(' ')} ${styles.turn}`}
      id={`message-${id}`}
      aria-current={marked || undefined}
      tabIndex={marked ? -1 : undefined}
    >
      <div className={`turn-who ${styles.who}`}>
        {who}
        <Moment message={data} script={script} />
        <TurnActs message={data} at={timeOf(data, script)} script={script} onCorrect={setCorrecting} />
      </div>
      {text === null ? (
        <div>
          <Kept message={data} script={script} />
          <Maker message={data} script={script} />
        </div>
      ) : correcting !== null ? (
        <CorrectTurn message={{ id, text }} select={correcting} onDone={() => setCorrecting(null)} />
      ) : (
        <div className="turn-said">
          {data.deletedAt && <Deleted id={id} at={data.deletedAt} timeZone={script.timeZone} />}
          {data.private && !data.deletedAt && (
            <p className={`note ${styles.mine}`}>
              <Icon of={Lock} />{' '}
              {script.isSelf
                ? saidAudienceInWords(data.saidAudience)
                : `Private. ${script.words.name} said that you may read this.`}
            </p>
          )}
          <p className={theirs ? 'told' : undefined} data-words={id}>
            <Words text={text} originalText={originalText} spoken={spoken} />
          </p>
          {originalText !== null && originalText !== text && (
            <FirstHeard text={text} original={originalText} />
          )}
          {showsKeepsake && data.keepsakeAskedAbout && (
            <div className={styles.keepsake}>
              <ShownKeepsake keepsake={data.keepsakeAskedAbout} />
            </div>
          )}
          <Maker message={data} script={script} />
        </div>
      )}
    </article>
  );
});

/** The time of the turn; if it was recorded, its time in the recording, as a button that plays from there. */
function Moment({ message, script }: { message: Turn_MessageFragment; script: Script }) {
  const { createdAt, audioStartMs, text } = message;
  const isRecorded = audioStartMs !== null && text !== null;
  const time = (
    <time dateTime={createdAt}>{isRecorded ? clock(audioStartMs / 1000) : timeOf(message, script)}</time>
  );
  if (!isRecorded) return time;
  return (
    <Button
      className={styles.from}
      look="text"
      title="Play from here"
      onClick={() => script.playback.playFrom?.(audioStartMs)}
    >
      <span className="sr">Play from </span>
      {time}
    </Button>
  );
}

function timeOf({ createdAt }: Turn_MessageFragment, { startedAt, byClock, timeZone }: Script): string {
  if (byClock) return timeInWords(createdAt, timeZone);
  return startedAt
    ? clock((Date.parse(createdAt) - Date.parse(startedAt)) / 1000)
    : timeInWords(createdAt, timeZone);
}

function Words({
  text,
  originalText,
  spoken,
}: {
  text: string;
  originalText: string | null;
  spoken: number | null;
}) {
  if (spoken !== null) {
    let word = 0;
    return text.split(/(\s+)/).map((part, i) => {
      const at = part.trim() ? word++ : -1;
      const key = `${i} ${part}`;
      return at === spoken ? (
        <span key={key} className="word-on">
          {part}
        </span>
      ) : (
        part
      );
    });
  }
  if (originalText === null || originalText === text) return text;
  return <Corrected text={text} original={originalText} />;
}

/** Shows that a turn exists that this reader can’t read, private or kept for others, without the reason. */
function Kept({ message, script }: { message: Turn_MessageFragment; script: Script }) {
  return (
    <div className="private">
      <Icon of={Lock} />
      {message.deletedAt ? (
        <span>Deleted, and erased for good.</span>
      ) : message.kept && !message.private ? (
        <span>
          <b>Kept for others.</b> A story that was told here is not for everybody, so you can’t read these
          words.
        </span>
      ) : (
        <span>
          <b>{script.words.name} kept this private.</b> You can’t read it.
        </span>
      )}
    </div>
  );
}

/** For admins: the model and the version that made an answer. */
function Maker({ message: { role, seq }, script }: { message: Turn_MessageFragment; script: Script }) {
  const maker = role === 'assistant' && script.makers?.get(seq);
  return maker ? <p className="note">Made by {maker}</p> : null;
}
