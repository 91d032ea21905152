import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { type Book, storyPath } from '../address.ts';

/** The page of a book without stories. */
export function NothingWritten({ book }: { book: Book }) {
  const { id, abilities, isSelf } = book;
  const lead = abilities.includes('READ_TRANSCRIPTS')
    ? 'The first story comes a few minutes after the first conversation.'
    : 'The first story appears here as soon as the family has published it.';
  return (
    <PlainPage title="Biography" heading="Nothing is written yet" lead={lead}>
      {abilities.includes('CONVERSE') && (
        <Link
          className={buttonClass()}
          to={isSelf ? '/dashboard/tell-my-own-story/' : `/dashboard/${encodeURIComponent(id)}/call-log/`}
        >
          {isSelf ? 'Tell a story here' : 'Begin a conversation'}
        </Link>
      )}
      {abilities.includes('WRITE') && (
        <Link className={buttonClass({ look: 'quiet' })} to={storyPath(id, { edit: true })}>
          Write a story by hand
        </Link>
      )}
    </PlainPage>
  );
}
