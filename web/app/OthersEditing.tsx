import { useSession } from './layouts/signed-in.route.tsx';
import styles from './OthersEditing.module.css';

const list = new Intl.ListFormat('en-GB');

/** A line saying which people other than the user have an editor open, empty when there are none. */
export function OthersEditing({
  editors,
  what,
  isEditing,
}: {
  editors: readonly { userId: string; name: string }[];
  /** What they edit, as the end of a sentence. */
  what: string;
  /** Whether the user edits it too. */
  isEditing: boolean;
}) {
  const { user } = useSession();
  const names = editors.filter(({ userId }) => userId !== user.id).map(({ name }) => name);
  return (
    <p className={`note ${styles.others}`} role="status">
      {names.length > 0 &&
        `${list.format(names)} ${names.length === 1 ? 'is' : 'are'} editing ${what}${isEditing ? ' too' : ''}.`}
    </p>
  );
}
