import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { Icon } from '#web/ui/Icon.tsx';
import type { Book } from '../address.ts';
import type { Audience_PartsFragment } from './Audience.graphql.ts';
import styles from './audience.module.css';
import { audienceInWords } from './words.ts';

/** Marks a story or chapter with a limited audience, and says who that is. */
export function AudienceMark({
  audience,
  book,
  of = '',
}: {
  audience: Audience_PartsFragment;
  book: Pick<Book, 'isSelf' | 'preferredName'>;
  /** What the mark refers to, where that is not clear: "The chapter". */
  of?: string;
}) {
  const words = audienceInWords(audience, book);
  if (!words) return null;
  return (
    <p className={`note ${styles.mark}`}>
      <span>
        <Icon of={LockKeyhole} /> {of ? `${of}: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words}
      </span>
    </p>
  );
}
