import PencilLine from 'lucide-react/icons/pencil-line';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from '#web/app/Link.tsx';
import { clock } from '#web/conversations/call-times.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './book.module.css';
import { momentOf, type Sentence, type Source } from './said.ts';

// Loaded only for sources with a recording.
const PlayWords = lazy(() => import('./PlayWords.tsx').then(({ PlayWords }) => ({ default: PlayWords })));

/** The source of the selected sentence: in the margin, or on a phone as a sheet from below. */
export function SourceNote({
  sentence,
  subjectId,
  onClose,
}: {
  sentence: Sentence;
  subjectId: string;
  onClose: () => void;
}) {
  const { id, sources, byHand, edited } = sentence;
  const note = useRef<HTMLElement>(null);
  useEffect(() => {
    if (note.current) keepInSight(id, note.current);
  }, [id]);
  return (
    <aside
      ref={note}
      className={`source is-on ${styles.note} ${byHand ? 'source-hand' : ''}`}
      id={`source-${id}`}
      aria-label="Where this comes from"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        onClose();
        document.querySelector<HTMLElement>(`[data-sentence="${CSS.escape(id)}"]`)?.focus();
      }}
    >
      <span className={styles.grip} aria-hidden="true" />
      {byHand || sources.length === 0 ? (
        <>
          <span className={`row ${styles.hand}`}>
            <Icon of={PencilLine} />
            <b>Written by hand</b>
          </span>
          <span>The family added this. It rests on nothing that was said.</span>
        </>
      ) : (
        <>
          {sources.map((source, i) => (
            <Said key={source.id} source={source} subjectId={subjectId} first={i === 0} />
          ))}
          {edited && (
            <span className={`row ${styles.hand}`}>
              <Icon of={PencilLine} />
              The family changed the wording.
            </span>
          )}
        </>
      )}
      <Button className={styles.close} look="text" onClick={onClose}>
        Close
      </Button>
    </aside>
  );
}

/** Scrolls the selected sentence out from under the note, where the note covers the page. */
function keepInSight(id: string, note: HTMLElement): void {
  const sentence = document.querySelector(`[data-sentence="${CSS.escape(id)}"]`);
  if (!sentence || getComputedStyle(note).position !== 'fixed') return;
  const under = sentence.getBoundingClientRect().bottom + 16 - note.getBoundingClientRect().top;
  if (under > 0) scrollBy({ top: under });
}

function Said({ source, subjectId, first }: { source: Source; subjectId: string; first: boolean }) {
  const { id, quote, soundUrl } = source;
  const call = callPath(subjectId, source);
  return (
    <>
      {(first || soundUrl) && (
        <div className="source-head">
          {soundUrl && (
            <Suspense>
              <PlayWords url={soundUrl} />
            </Suspense>
          )}
          <div className="source-line">
            <VoiceLine fine amps={speech(id, 30)} width={240} height={25} />
          </div>
        </div>
      )}
      {quote && <q>{quote}</q>}
      <span className="note num">
        {momentOf(source)}
        {call && (
          <>
            . <Link to={call}>Open the call</Link>
          </>
        )}
      </span>
    </>
  );
}

/** The source when nothing is selected: a pale line and the minute. */
export function RestingSource({
  sentences,
  subjectId,
}: {
  sentences: readonly Sentence[];
  subjectId: string;
}) {
  const source = sentences.flatMap(({ sources }) => sources)[0];
  if (!source) {
    return (
      <p className={`source source-hand ${styles.rest}`}>
        <span className={`row ${styles.hand}`}>
          <Icon of={PencilLine} />
          by hand
        </span>
      </p>
    );
  }
  const minute = source.offsetSeconds === null ? momentOf(source) : clock(source.offsetSeconds);
  const line = (
    <>
      <VoiceLine fine amps={speech(source.id, 25)} width={200} height={22} />
      <span className="num">
        <span className="sr">Where this comes from: </span>
        {minute}
      </span>
    </>
  );
  const call = callPath(subjectId, source);
  if (!call) return <p className={`source ${styles.rest} ${styles.still}`}>{line}</p>;
  return (
    <Link className={`source ${styles.rest}`} to={call}>
      {line}
    </Link>
  );
}

function callPath(subjectId: string, { conversationId, message }: Source): string | null {
  if (!conversationId || !message) return null;
  return `/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(conversationId)}/#message-${encodeURIComponent(message.id)}`;
}
