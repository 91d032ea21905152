import { Link } from '#web/app/Link.tsx';
import { storyPath } from '#web/biography/address.ts';
import styles from '../lists.module.css';
import type { WriterSubjectQuery } from './subject.graphql.ts';

type Story = NonNullable<WriterSubjectQuery['subject']>['cards']['edges'][number]['node'];

/** The last told stories that the team may read, with the writer of each. */
export function StoriesOfSubject({ subjectId, stories }: { subjectId: string; stories: readonly Story[] }) {
  if (stories.length === 0) return <p className="quiet">None that the team may read.</p>;
  return (
    <div className="table-wide">
      <table className={`table ${styles.wide}`}>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Chapter</th>
            <th scope="col">State</th>
            <th scope="col">Written by</th>
            <th scope="col">Changed by</th>
          </tr>
        </thead>
        <tbody>
          {stories.map(({ id, title, status, writtenBy, author, chapter }) => (
            <tr key={id}>
              <td>
                <Link to={storyPath(subjectId, { cardId: id })}>{title}</Link>
              </td>
              <td>{chapter.title}</td>
              <td>{status.toLowerCase()}</td>
              <td data-name="Written by">{writtenBy}</td>
              <td data-name="Changed by">{author.__typename === 'User' && author.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
