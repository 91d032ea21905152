import { type PointerEvent, useEffect, useRef } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import { captionOf, type Keepsake, kindWords, nameOf, pathOfStory } from './keepsake.ts';
import styles from './keepsakes.module.css';

/** The horizontal finger movement, in CSS pixels, that counts as a swipe. */
const swipeDistance = 48;

/** Shows one picture large over the page; arrow keys, buttons and swipes move to the others. */
export function Album({
  pictures,
  subjectId,
  at,
  isOpen,
  onMove,
  onOlder,
  isLoading,
  onClose,
  finalFocus,
}: {
  pictures: readonly Keepsake[];
  subjectId: string;
  at: number;
  isOpen: boolean;
  onMove: (at: number) => void;
  /** Loads older pictures; null when all are here. */
  onOlder: (() => void) | null;
  isLoading: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | true;
}) {
  const picture = pictures[at];
  if (!picture) return null;
  const { name, more } = captionOf(picture);
  const path = pathOfStory(subjectId, picture);
  return (
    <Dialog
      title={name || kindWords[picture.kind]}
      lead={more ?? undefined}
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      finalFocus={finalFocus}
      actions={
        <>
          <DialogClose className={buttonClass({ look: 'quiet' })}>Close</DialogClose>
          {path && (
            <Link className={buttonClass({ look: 'text' })} to={path}>
              Read the story
            </Link>
          )}
        </>
      }
    >
      <Leaf pictures={pictures} at={at} onMove={onMove} onOlder={onOlder} isLoading={isLoading} />
    </Dialog>
  );
}

function Leaf({
  pictures,
  at,
  onMove,
  onOlder,
  isLoading,
}: {
  pictures: readonly Keepsake[];
  at: number;
  onMove: (at: number) => void;
  onOlder: (() => void) | null;
  isLoading: boolean;
}) {
  const count = pictures.length;
  const touchStart = useRef<{ x: number; y: number } | null>(null);
  /** The first picture follows the last one, once all are here. */
  const moveTo = (next: number) => {
    if (!onOlder || (next >= 0 && next < count)) onMove((next + count) % count);
    else onOlder();
  };
  const move = (steps: number) => moveTo(at + steps);
  const turns = count > 1 || onOlder !== null;

  useEffect(() => {
    const moveByKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      moveTo(next);
    };
    // In the capture phase, because the dialog stops the propagation of arrow keys.
    document.addEventListener('keydown', moveByKey, true);
    return () => document.removeEventListener('keydown', moveByKey, true);
  });

  const endTouch = ({ clientX, clientY }: PointerEvent) => {
    const from = touchStart.current;
    touchStart.current = null;
    if (!from || !turns) return;
    const sideways = clientX - from.x;
    if (Math.abs(sideways) < swipeDistance || Math.abs(sideways) < Math.abs(clientY - from.y)) return;
    move(sideways < 0 ? 1 : -1);
  };

  const picture = pictures[at];
  if (!picture) return null;
  return (
    <div className={styles.leaf}>
      <img
        key={picture.id}
        {...untilLoaded(picture.media)}
        {...pictureSizes(picture.media, '(max-width: 720px) 90vw, 58rem')}
        alt={nameOf(picture)}
        draggable={false}
        onPointerDown={({ pointerType, isPrimary, clientX, clientY }) => {
          touchStart.current = pointerType !== 'mouse' && isPrimary ? { x: clientX, y: clientY } : null;
        }}
        onPointerUp={endTouch}
        onPointerCancel={() => {
          touchStart.current = null;
        }}
      />
      {turns && (
        <div className={styles.turn}>
          <Button look="quiet" small aria-label="Previous picture" onClick={() => move(-1)}>
            Previous
          </Button>
          <p className="quiet" aria-live="polite">
            {at + 1} of {onOlder ? `more than ${count}` : count}
            <span className="sr">: {nameOf(picture)}</span>
          </p>
          <Button
            look="quiet"
            small
            aria-label="Next picture"
            busy={isLoading && at === count - 1}
            onClick={() => move(1)}
          >
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
