import FileText from 'lucide-react/icons/file-text';
import { Suspense, useState } from 'react';
import { later } from '#web/app/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { type Keepsake, nameOf } from './keepsake.ts';
import styles from './keepsakes.module.css';

/** The PDF viewer is larger than the rest of this page, so it is loaded only when a document is opened. */
const pages = later(() => import('#web/makings/BookPages.tsx'));

/** A document, looked through page by page in place if it is a PDF, and opened in its own tab. */
export function Document({ keepsake }: { keepsake: Keepsake }) {
  const { url, contentType } = keepsake.media;
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(keepsake);
  return (
    <>
      <a className={styles.document} href={url} target="_blank" rel="noreferrer">
        <Icon of={FileText} /> Open {name}
      </a>
      {contentType === 'application/pdf' && (
        <Button
          look="quiet"
          small
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close it' : 'Look through it'}: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close it' : 'Look through it'}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={<p className="quiet">Opening the document…</p>}>
          <Pages url={url} title={name} bleed={0} />
        </Suspense>
      )}
    </>
  );
}

function Pages(props: { url: string; title: string; bleed: number }) {
  const { BookPages } = pages.read();
  return <BookPages {...props} />;
}
