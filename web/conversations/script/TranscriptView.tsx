import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from '../page/conversation.module.css';
import type { Speaking } from '../talk/use-talk.ts';
import { NowLine } from './NowLine.tsx';
import { SpokenHere } from './SpokenHere.tsx';
import { type Script, Turn } from './Turn.tsx';
import { useStayAtEnd } from './use-stay-at-end.ts';
import type { LiveTranscript } from './use-transcript.ts';

/** With more turns than this, each is laid out only when it comes near the screen. */
const manyTurns = 150;
const mostPages = 40;
const framesToSettle = 5;
const waysToScroll = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * The transcript of a conversation; while it is live, it stays at the newest words as long as the reader is there.
 */
export function TranscriptView({
  conversationId,
  transcript,
  script,
  live,
  speaking,
  announces,
}: {
  conversationId: string;
  transcript: LiveTranscript;
  script: Script;
  live: boolean;
  speaking: Speaking;
  announces: boolean;
}) {
  const { entries, hasEarlier, hasLater, fresh } = transcript;
  const marked = useMarked(transcript);
  const newest = entries.at(-1)?.node;
  const firstAbout = useMemo(() => firstAboutEachKeepsake(entries), [entries]);
  const change = `${newest?.id} ${speaking.unsent.length}`;
  const stay = useStayAtEnd({ on: live, beginsThere: !marked, change });

  return (
    <>
      {hasEarlier && <More load={transcript.loadEarlier} words="What was said before" keepPlace />}
      <div ref={stay.script} className={`script ${entries.length > manyTurns ? styles.many : ''}`}>
        {(script.makers ? entries : withoutRepeatedKept(entries)).map(({ node }) => (
          <Turn
            key={node.id}
            message={node}
            script={script}
            marked={marked === node.id}
            fresh={fresh.has(node.id)}
            showsKeepsake={firstAbout.has(node.id)}
          />
        ))}
        {live && (
          <SpokenHere
            conversationId={conversationId}
            entries={entries}
            speaking={speaking}
            isSelf={script.isSelf}
            name={script.words.name}
          />
        )}
        {live && <NowLine entries={entries} />}
      </div>
      {hasLater && <More load={transcript.loadLater} words="Show later messages" />}
      <div ref={stay.end} className={styles.end} />
      {live && stay.below && (
        <Button className={styles.below} look="lamp" small onClick={stay.toEnd}>
          New words below
        </Button>
      )}
      <Announced entry={newest} fresh={fresh} words={script.words} silent={!announces} />
    </>
  );
}

/** Of consecutive turns that this reader can't read, only the first is shown. */
function withoutRepeatedKept(entries: LiveTranscript['entries']) {
  const isKept = (at: number) => {
    const node = entries[at]?.node;
    return node !== undefined && node.text === null && !node.deletedAt;
  };
  return entries.filter((_, at) => !isKept(at) || !isKept(at - 1));
}

/** The ids of the first loaded turns about each keepsake. */
function firstAboutEachKeepsake(entries: LiveTranscript['entries']): ReadonlySet<string> {
  const first = new Map<string, string>();
  for (const { node } of entries) {
    const keepsake = node.keepsakeAskedAbout;
    if (keepsake && !first.has(keepsake.id)) first.set(keepsake.id, node.id);
  }
  return new Set(first.values());
}

/**
 * Returns the id of the turn that the address names, and scrolls to it. Loads earlier and later pages until it is
 * found.
 */
function useMarked({ entries, hasEarlier, hasLater, loadEarlier, loadLater }: LiveTranscript): string | null {
  const { hash, key } = useLocation();
  const wanted = hash.startsWith('#message-') ? decodeURIComponent(hash.slice('#message-'.length)) : null;
  const there = wanted !== null && entries.some(({ node }) => node.id === wanted);
  const [pages, setPages] = useState(0);

  useEffect(() => {
    if (!wanted || there || pages >= mostPages) return;
    const load = hasLater ? loadLater : hasEarlier ? loadEarlier : null;
    void load?.().then(
      () => setPages((n) => n + 1),
      () => setPages(mostPages),
    );
  }, [wanted, there, pages, hasEarlier, hasLater, loadEarlier, loadLater]);

  // Runs before the turns are painted, so that a reader who has begun to scroll is not moved.
  useLayoutEffect(() => {
    if (!there || !key) return;
    const turn = document.getElementById(`message-${wanted}`);
    turn?.focus({ preventScroll: true });
    // Scrolls again for a few frames, because turns above get their real height when they are first laid out.
    let frames = 0;
    let frame = requestAnimationFrame(function look() {
      turn?.scrollIntoView({ block: 'center', behavior: 'instant' });
      if (++frames < framesToSettle) frame = requestAnimationFrame(look);
    });
    const stop = () => cancelAnimationFrame(frame);
    for (const act of waysToScroll) addEventListener(act, stop, { passive: true });
    return () => {
      stop();
      for (const act of waysToScroll) removeEventListener(act, stop);
    };
  }, [there, wanted, key]);
  return wanted;
}

/** Loads one more page by its button, or when it comes near the screen. Loading above keeps the reading position. */
function More({ load, words, keepPlace }: { load: () => Promise<void>; words: string; keepPlace?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function more() {
    if (state === 'busy') return;
    setState('busy');
    const height = document.documentElement.scrollHeight;
    try {
      await load();
      setState('idle');
      if (keepPlace && !CSS.supports('overflow-anchor', 'auto')) {
        requestAnimationFrame(() => scrollBy(0, document.documentElement.scrollHeight - height));
      }
    } catch {
      setState('failed');
    }
  }
  const near = useRef(more);
  useEffect(() => {
    near.current = more;
  });
  useEffect(() => {
    if (!place.current || state !== 'idle' || keepPlace) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && void near.current(),
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [state, keepPlace]);

  return (
    <div ref={place} className={styles.more}>
      {state === 'failed' && <p role="alert">That did not load. Nothing is lost. Try again.</p>}
      <Button look="quiet" small busy={state === 'busy'} onClick={() => void more()}>
        {words}
      </Button>
    </div>
  );
}

/** Announces each complete new turn to screen readers. */
function Announced({
  entry,
  fresh,
  words,
  silent,
}: {
  entry: { id: string; role: string; text: string | null } | undefined;
  fresh: ReadonlySet<string>;
  words: PersonWords;
  silent: boolean;
}) {
  const said = useMemo(() => {
    if (!entry || silent || !fresh.has(entry.id)) return '';
    const who = entry.role === 'user' ? words.name : 'Evertold';
    return entry.text === null ? `${who} said something that you can’t read` : `${who}: ${entry.text}`;
  }, [entry, fresh, words.name, silent]);
  return (
    <p className="sr" aria-live="polite">
      {said}
    </p>
  );
}
