import { useMutation, useQuery } from '@apollo/client/react';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '#web/app/notify.ts';
import { unsaved, useUnsavedChanges } from '#web/app/unsaved.ts';
import { clock } from '#web/conversations/call-times.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice, State } from '#web/ui/Notice.tsx';
import { refetchKeepsakes } from '../keepsake.ts';
import { type EditedLine, editedLines, newLine, setLineTime, splitLine } from './lines.ts';
import {
  DiscardOldRecordingDocument,
  KeepsakeWordsDocument,
  PutOldRecordingIntoBookDocument,
  SaveOldRecordingDocument,
  type WrittenDownFragment,
} from './words.graphql.ts';
import styles from './words.module.css';

const backSeconds = 3;
const saveAfterMs = 1_500;
const speeds = [1, 0.8, 0.6];

const notReached = 'Evertold couldn’t be reached. What you typed is still here: try again.';

type Keepsake = WrittenDownFragment & { oldRecording: NonNullable<WrittenDownFragment['oldRecording']> };
type Subject = { id: string; preferredName: string; isSelf: boolean };

/** A player and the lines that are typed while listening; the keyboard controls both from within the text. */
export function TypeAlong({ keepsake, subject }: { keepsake: Keepsake; subject: Subject }) {
  const { oldRecording } = keepsake;
  const isAdding = oldRecording.status === 'ADDING' || oldRecording.status === 'IN_BOOK';
  if (isAdding) return <WaitForConversation keepsake={keepsake} subject={subject} />;
  return <LineEditor keepsake={keepsake} subject={subject} />;
}

function LineEditor({ keepsake, subject }: { keepsake: Keepsake; subject: Subject }) {
  const { id, oldRecording, media } = keepsake;
  const [lines, setLines] = useState(() => editedLines(oldRecording.lines));
  const { state, problem, saveNow } = useAutosave(keepsake, lines);
  const player = usePlayer();
  const [focusOn, setFocusOn] = useState<number | null>(null);
  const [put, putting] = useMutation(PutOldRecordingIntoBookDocument);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isReady = oldRecording.status === 'DRAFT';
  const name = subject.isSelf ? 'you' : subject.preferredName;
  const change = (at: number, changes: Partial<EditedLine>) =>
    setLines((before) => before.map((line, each) => (each === at ? { ...line, ...changes } : line)));

  // Waits until the server has read the sound of a new recording.
  useQuery(KeepsakeWordsDocument, {
    variables: { subjectId: subject.id, keepsakeId: id },
    pollInterval: isReady ? 0 : 2_000,
    skip: isReady,
    fetchPolicy: 'network-only',
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') player.toggle();
    else if (event.key === 'F2') player.back();
    else return;
    event.preventDefault();
  }

  function onLineKey(event: KeyboardEvent<HTMLTextAreaElement>, at: number) {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const { selectionStart: cursor, value } = event.currentTarget;
    if (event.key === 'Enter') {
      const split = splitLine(lines, at, { ms: player.nowMs(), cursor });
      setLines(split.lines);
      setFocusOn(split.key);
    } else if (event.key === 'Backspace' && value === '' && lines.length > 1) {
      setLines(lines.toSpliced(at, 1));
      setFocusOn(lines[Math.max(0, at - 1)]?.key ?? null);
    } else return;
    event.preventDefault();
  }

  async function putIntoBook() {
    setRefusal(null);
    if (!lines.some(({ text, someoneElse }) => text.trim() && !someoneElse))
      return setRefusal(`First type something that ${subject.isSelf ? 'you say' : `${name} says`}.`);
    if (!(await saveNow())) return;
    const { data } = await put({ variables: { keepsakeId: id } }).catch(() => ({ data: null }));
    const answer = data?.putOldRecordingIntoBook;
    if (answer?.__typename !== 'Keepsake') setRefusal(answer?.message ?? notReached);
  }

  return (
    <>
      {oldRecording.problem && <Notice kind="error" title={oldRecording.problem} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that control the player from every field inside */}
      <div onKeyDown={onKeyDown}>
        <section className={styles.deck} aria-label="Recording">
          <audio ref={player.audio} src={media.url} preload="metadata" {...player.events} />
          <Button look="play" aria-label={player.isPlaying ? 'Pause' : 'Play'} onClick={player.toggle}>
            <Icon of={player.isPlaying ? Pause : Play} />
          </Button>
          <Button look="quiet" small onClick={player.back}>
            Back {backSeconds} seconds
          </Button>
          <Button look="quiet" small onClick={player.changeSpeed} aria-label={`Speed ${player.speed}`}>
            {player.speed}×
          </Button>
          <span className={`num ${styles.time}`}>
            <b>{clock(player.seconds)}</b>
            {oldRecording.durationSeconds && (
              <span className="quiet"> of {clock(oldRecording.durationSeconds)}</span>
            )}
          </span>
        </section>
        <p className={`note ${styles.keys}`}>
          While you type: <kbd>Esc</kbd> plays and pauses, <kbd>F2</kbd> goes back {backSeconds} seconds,{' '}
          <kbd>Enter</kbd> begins a new line at this second.
        </p>
        <ol className={styles.lines} aria-label="What is said">
          {lines.map((line, at) => (
            <Line
              key={line.key}
              line={line}
              number={at + 1}
              name={name}
              hasFocus={focusOn === line.key}
              onFocused={() => setFocusOn(null)}
              onChange={(changes) => change(at, changes)}
              onKeyDown={(event) => onLineKey(event, at)}
              onPlay={() => player.playFrom(line.startMs)}
              onSetTime={() => setLines(setLineTime(lines, at, player.nowMs()))}
              onRemove={lines.length > 1 ? () => setLines(lines.toSpliced(at, 1)) : null}
            />
          ))}
        </ol>
        <p>
          <Button
            look="quiet"
            small
            onClick={() => {
              const added = newLine(Math.max(player.nowMs(), lines.at(-1)?.startMs ?? 0));
              setLines([...lines, added]);
              setFocusOn(added.key);
            }}
          >
            Add a line at {clock(player.seconds)}
          </Button>
        </p>
      </div>
      {(problem ?? refusal) && <Notice kind="error" title={problem ?? refusal} />}
      <div className={styles.foot}>
        <Button phoneWide busy={!isReady || putting.loading} onClick={() => void putIntoBook()}>
          Put it into the book
        </Button>
        <Discard keepsakeId={id} subjectId={subject.id} />
        <p className="note" role="status">
          {isReady ? state : 'The sound is still being read. You can already type.'}
        </p>
      </div>
    </>
  );
}

function Line({
  line,
  number,
  name,
  hasFocus,
  onFocused,
  onChange,
  onKeyDown,
  onPlay,
  onSetTime,
  onRemove,
}: {
  line: EditedLine;
  number: number;
  name: string;
  hasFocus: boolean;
  onFocused: () => void;
  onChange: (changes: Partial<EditedLine>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPlay: () => void;
  onSetTime: () => void;
  onRemove: (() => void) | null;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!hasFocus) return;
    field.current?.focus();
    onFocused();
  }, [hasFocus, onFocused]);
  const time = clock(line.startMs / 1000);
  return (
    <li className={`${styles.line} ${line.someoneElse ? styles.isElse : ''}`}>
      <Button look="text" small className="num" onClick={onPlay}>
        <span className="sr">Play from </span>
        {time}
      </Button>
      <textarea
        ref={field}
        className="input"
        rows={2}
        maxLength={20_000}
        aria-label={`Line ${number}, at ${time}`}
        value={line.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.below}>
        <CheckField
          checked={line.someoneElse}
          onChange={({ currentTarget }) => onChange({ someoneElse: currentTarget.checked })}
        >
          Somebody else says this, not {name}
        </CheckField>
        <Button look="text" small onClick={onSetTime}>
          Set to this second<span className="sr">, line {number}</span>
        </Button>
        {onRemove && (
          <Button look="text" small onClick={onRemove}>
            Remove<span className="sr"> line {number}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function usePlayer() {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [speed, setSpeed] = useState(1);
  const play = () => void audio.current?.play().catch(() => setPlaying(false));
  return {
    audio,
    isPlaying,
    seconds,
    speed,
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: () => setSeconds(audio.current?.currentTime ?? 0),
    },
    nowMs: () => Math.round((audio.current?.currentTime ?? 0) * 1000),
    toggle() {
      if (audio.current?.paused) play();
      else audio.current?.pause();
    },
    back() {
      if (audio.current) audio.current.currentTime = Math.max(0, audio.current.currentTime - backSeconds);
    },
    changeSpeed() {
      const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
      setSpeed(next);
      if (audio.current) audio.current.playbackRate = next;
    },
    playFrom(ms: number) {
      if (!audio.current) return;
      audio.current.currentTime = ms / 1000;
      play();
    },
  };
}

/** Saves the lines shortly after they change, one request at a time. */
function useAutosave({ id, oldRecording }: Keepsake, lines: readonly EditedLine[]) {
  const [save] = useMutation(SaveOldRecordingDocument);
  const [saved, setSaved] = useState(lines);
  const [problem, setProblem] = useState<string | null>(null);
  const version = useRef(oldRecording.version);
  const running = useRef<Promise<boolean> | null>(null);
  const latest = useRef(lines);
  latest.current = lines;
  const isDirty = saved !== lines;
  useUnsavedChanges(isDirty);

  const send = useCallback(async (): Promise<boolean> => {
    const sent = latest.current;
    const input = {
      ...{ keepsakeId: id, version: version.current },
      lines: sent.map(({ key: _, ...line }) => line),
    };
    const { data } = await save({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.saveOldRecording;
    if (answer?.__typename !== 'Keepsake') {
      setProblem(answer?.message ?? notReached);
      return false;
    }
    version.current = answer.oldRecording?.version ?? version.current;
    setProblem(null);
    setSaved(sent);
    return true;
  }, [id, save]);

  const saveNow = useCallback(async (): Promise<boolean> => {
    await running.current;
    running.current = send();
    return running.current;
  }, [send]);

  useEffect(() => {
    if (saved === lines) return;
    const timer = setTimeout(() => void saveNow(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [saved, lines, saveNow]);
  return { state: isDirty ? 'Not saved yet' : 'Saved', problem, saveNow };
}

/** Waits until the conversation exists, then opens it. */
function WaitForConversation({ keepsake, subject }: { keepsake: Keepsake; subject: Subject }) {
  const navigate = useNavigate();
  useQuery(KeepsakeWordsDocument, {
    variables: { subjectId: subject.id, keepsakeId: keepsake.id },
    pollInterval: 1_000,
    fetchPolicy: 'network-only',
  });
  const conversationId = keepsake.oldRecording.conversation?.id;
  useEffect(() => {
    if (!conversationId) return;
    const log = `/dashboard/${encodeURIComponent(subject.id)}/call-log/`;
    void navigate(`${log}${encodeURIComponent(conversationId)}/`, { replace: true });
  }, [conversationId, subject.id, navigate]);
  return (
    <p role="status">
      <State tone="pencil" open>
        The words are being put into the book.
      </State>
    </p>
  );
}

function Discard({ keepsakeId, subjectId }: { keepsakeId: string; subjectId: string }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const [discard, { loading }] = useMutation(DiscardOldRecordingDocument);
  async function discardWords() {
    // Not cached, because this page still shows the words until it is left.
    const { data } = await discard({ variables: { keepsakeId }, fetchPolicy: 'no-cache' }).catch(() => ({
      data: null,
    }));
    const answer = data?.discardOldRecording;
    if (answer?.__typename !== 'Keepsake') return notify('error', answer?.message ?? notReached);
    unsaved.letGo();
    await navigate(`/dashboard/${encodeURIComponent(subjectId)}/keepsakes/`);
    return refetchKeepsakes(subjectId);
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="text" small>
          Delete these words
        </Button>
      }
      title="Delete what was written down?"
      lead="The words of this page are deleted. The recording stays in the keepsakes."
      actions={
        <>
          <AlertDialogClose className="btn btn-quiet">Keep them</AlertDialogClose>
          <Button look="danger" busy={loading} onClick={() => void discardWords()}>
            Delete the words
          </Button>
        </>
      }
    />
  );
}
