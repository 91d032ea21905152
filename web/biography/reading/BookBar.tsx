import ALargeSmall from 'lucide-react/icons/a-large-small';
import BookDown from 'lucide-react/icons/book-down';
import List from 'lucide-react/icons/list';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import styles from './book.module.css';
import { sizes, type TextSize } from './text-size.ts';

/** The bar above the book: the chapters (where there is no room at the side), the text size and printing. */
export function BookBar({
  size,
  onSize,
  contents,
  asking,
  makePath,
}: {
  size: TextSize;
  onSize: (size: TextSize) => void;
  contents: (close: () => void) => ReactNode;
  /** The button for questions to the book. */
  asking: ReactNode;
  /** The path to the page that makes a printed book, for users who may do so. */
  makePath: string | null;
}) {
  const [open, setOpen] = useState(false);
  return (
    <section className={`wrap ${styles.bar}`} aria-label="Book tools">
      <span className={styles.narrow}>
        <Sheet
          title="Chapters"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <Button look="quiet" small>
              <Icon of={List} /> Chapters
            </Button>
          }
        >
          <nav className={styles.toc} aria-label="Chapters">
            {contents(() => setOpen(false))}
          </nav>
        </Sheet>
      </span>
      <span className={styles.barEnd}>
        {asking}
        <Popover
          title="Text size"
          trigger={
            <Button look="quiet" small>
              <Icon of={ALargeSmall} /> <span className={styles.tool}>Text size</span>
            </Button>
          }
        >
          <fieldset className="seg" aria-label="Text size">
            {sizes.map(({ value, name }) => (
              <button key={value} type="button" aria-pressed={value === size} onClick={() => onSize(value)}>
                {name}
              </button>
            ))}
          </fieldset>
        </Popover>
        {makePath && (
          <Link className={buttonClass({ look: 'quiet', small: true })} to={makePath}>
            <Icon of={BookDown} /> <span className={styles.tool}>Make a book</span>
          </Link>
        )}
        <Button className="only-desk" look="quiet" small onClick={() => print()}>
          <Icon of={Printer} /> Print
        </Button>
      </span>
    </section>
  );
}
