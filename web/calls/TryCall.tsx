import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useDictation } from '#web/conversations/talk/dictation.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './TryCall.module.css';
import { useTriedCall } from './use-tried-call.ts';

/** A phone on the page that rings, is picked up, and holds a call. */
export function TryCall({
  subjectId,
  name,
  versionId = null,
  onDone,
}: {
  subjectId: string;
  /** The subject's name; null for one's own book. */
  name: string | null;
  /** The version of the agent prompt that an admin tries; null for the one in force. */
  versionId?: string | null;
  onDone: () => void;
}) {
  const call = useTriedCall(subjectId, versionId);
  const { state, lines, speaking, conversationId } = call;
  const [words, setWords] = useState('');
  const [heard, setHeard] = useState('');
  const dictation = useDictation(call.language, null, (more) =>
    setHeard((before) => `${before} ${more}`.trim()),
  );
  const { listening, forming, start, cut } = dictation;
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  const saidSoFar = `${heard} ${forming}`.trim();
  useEffect(() => {
    if (saidSoFar) latest.current.keepSpeaking(saidSoFar);
  }, [saidSoFar]);
  // Dictation ends a stretch at any pause; an utterance ends at one longer than the person's patience.
  useEffect(() => {
    if (!heard || forming || state !== 'talking') return;
    const end = () => {
      setHeard('');
      latest.current.speak(heard);
    };
    const timer = setTimeout(end, listening ? call.patienceMs : 0);
    return () => clearTimeout(timer);
  }, [heard, forming, listening, state, call.patienceMs]);
  // The microphone would hear the phone's own voice, so it waits until that has spoken.
  const waits = useRef(false);
  useEffect(() => {
    if ((speaking || state === 'ended') && listening) {
      waits.current = speaking;
      cut();
    } else if (waits.current && !speaking && state === 'talking') {
      waits.current = false;
      start();
    }
  }, [speaking, listening, cut, start, state]);

  function toggleListening() {
    waits.current = false;
    if (listening) return dictation.stop();
    call.interrupt();
    start();
  }

  /** Sends what has been said before the call ends. */
  function finish() {
    waits.current = false;
    cut();
    setHeard('');
    if (saidSoFar) call.speak(saidSoFar);
  }

  function hangUp() {
    finish();
    void call.hangUp();
  }

  function sayGoodbye() {
    finish();
    call.press('0');
  }

  function send(event: FormEvent) {
    event.preventDefault();
    call.speak(words);
    setWords('');
  }

  return (
    <section className={styles.phone} aria-label="Try a call">
      <p className="quiet">
        This is a try: your browser is the phone, and no phone rings anywhere.{' '}
        {name === null
          ? 'What you say is kept in the call log.'
          : `Do it with ${name} at your side: what is said is kept in the call log as told by ${name}.`}
      </p>
      {call.problem && (
        <Notice kind="error" title="The call didn’t start">
          <p>{call.problem}</p>
        </Notice>
      )}
      {state === 'ready' && (
        <div className="row">
          <Button busy={call.busy} onClick={() => void call.ring()}>
            Ring
          </Button>
          <Button look="text" onClick={onDone}>
            Close
          </Button>
        </div>
      )}
      {state === 'ringing' && (
        <>
          <p role="status">Ringing…</p>
          <div className="row">
            <Button onClick={() => call.pickUp()}>Pick up</Button>
            <Button look="quiet" onClick={() => void call.hangUp()}>
              Cancel
            </Button>
          </div>
        </>
      )}
      {(state === 'talking' || state === 'ended') && (
        <ol className={styles.lines} aria-live="polite">
          {lines.map(({ id, who, text }) => (
            <li key={id} className={styles[who]}>
              <span className="sr">{who === 'evertold' ? 'Evertold: ' : 'You: '}</span>
              {text}
            </li>
          ))}
        </ol>
      )}
      {state === 'talking' && (
        <form onSubmit={send} className={styles.say}>
          <label>
            <span className="sr">What you say</span>
            <textarea
              className="input"
              rows={2}
              value={words}
              placeholder={listening ? saidSoFar || 'Listening…' : 'Type what you say'}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          {dictation.problem && <p className="quiet">{dictation.problem}</p>}
          <div className="row">
            <Button type="submit">Say it</Button>
            {dictation.there && (
              <Button look="quiet" onClick={toggleListening}>
                {listening ? 'Stop listening' : 'Speak'}
              </Button>
            )}
            {speaking && (
              <Button look="quiet" onClick={call.interrupt}>
                Interrupt
              </Button>
            )}
            <Button look="quiet" onClick={() => call.press('*')}>
              <kbd>*</kbd> Say that again
            </Button>
            <Button look="quiet" onClick={sayGoodbye}>
              <kbd>0</kbd> Say goodbye
            </Button>
            <Button look="quiet" onClick={hangUp}>
              Hang up
            </Button>
          </div>
        </form>
      )}
      {state === 'ended' && (
        <>
          <p role="status">The call has ended.</p>
          <div className="row">
            {conversationId && lines.length > 0 && (
              <Link
                className={buttonClass({ look: 'quiet' })}
                to={`/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(conversationId)}/`}
              >
                Read the conversation
              </Link>
            )}
            <Button look="text" onClick={onDone}>
              Close
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
