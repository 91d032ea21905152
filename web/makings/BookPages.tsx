import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './BookPages.module.css';

/** The bleed of a printed book in points. */
const bookBleed = 9;

/** Shows a printed book, or another PDF, page by page, without the bleed that is cut off. */
export function BookPages({ url, title, bleed = bookBleed }: { url: string; title: string; bleed?: number }) {
  const [book, setBook] = useState<PDFDocumentProxy | null>(null);
  const [failed, setFailed] = useState(false);
  const [number, setNumber] = useState(1);
  useEffect(() => {
    let close: (() => void) | null = null;
    let unmounted = false;
    async function open() {
      const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist');
      GlobalWorkerOptions.workerSrc = workerUrl;
      if (unmounted) return;
      const task = getDocument({ url, withCredentials: true, useWasm: false });
      close = () => void task.destroy();
      const opened = await task.promise;
      if (!unmounted) setBook(opened);
    }
    open().catch(() => unmounted || setFailed(true));
    return () => {
      unmounted = true;
      close?.();
    };
  }, [url]);
  if (failed)
    return <p className="field-error">It could not be opened here. Open or download the file instead.</p>;
  if (!book) return <p className="quiet">Opening the book…</p>;
  const count = book.numPages;
  function turnByKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = { ArrowLeft: number - 1, ArrowRight: number + 1, Home: 1, End: count }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setNumber(Math.min(Math.max(next, 1), count));
  }
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys turn its pages
      tabIndex={0}
      className={styles.pages}
      aria-label={`Pages of “${title}”`}
      onKeyDown={turnByKey}
    >
      <Page book={book} number={number} bleed={bleed} />
      <div className="row">
        <Button look="quiet" disabled={number === 1} onClick={() => setNumber(number - 1)}>
          Previous page
        </Button>
        <span role="status">{`Page ${number} of ${count}`}</span>
        <Button look="quiet" disabled={number === count} onClick={() => setNumber(number + 1)}>
          Next page
        </Button>
      </div>
    </section>
  );
}

/** Twice the pixels of a standard-density screen, so that small type is sharp. */
const scale = 2;

function Page({ book, number, bleed }: { book: PDFDocumentProxy; number: number; bleed: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let stopped = false;
    let drawing: { cancel(): void } | null = null;
    async function draw() {
      const page = await book.getPage(number);
      const element = canvas.current;
      if (stopped || !element) return;
      const viewport = page.getViewport({ scale, offsetX: -bleed * scale, offsetY: -bleed * scale });
      element.width = viewport.width - 2 * bleed * scale;
      element.height = viewport.height - 2 * bleed * scale;
      const task = page.render({ canvas: element, viewport });
      drawing = task;
      const { items } = await page.getTextContent();
      if (!stopped)
        setText(
          items
            .map((item) => ('str' in item ? item.str : ''))
            .join(' ')
            .trim(),
        );
      await task.promise;
    }
    // An error after the page has changed is a cancelled rendering, so it is ignored.
    draw().catch(() => undefined);
    return () => {
      stopped = true;
      drawing?.cancel();
    };
  }, [book, number, bleed]);
  return (
    <figure className={styles.leaf}>
      <canvas ref={canvas} role="img" aria-label={text || `Page ${number}, without text`} />
    </figure>
  );
}
