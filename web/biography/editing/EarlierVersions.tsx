import { useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { timeInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { dayOf } from '../reading/said.ts';
import { WordDiff } from '../words/WordDiff.tsx';
import {
  type EarlierVersions_RevisionsFragment,
  type EditStory_CardFragment,
  OlderVersionsDocument,
  RestoreRevisionDocument,
} from './EditStory.graphql.ts';
import styles from './edit.module.css';
import { bodyOf } from './text/story-text.ts';
import type { Writing } from './writing.ts';

type Revisions = EarlierVersions_RevisionsFragment;
type Revision = Revisions['edges'][number]['node'];

/** The earlier versions of a story, with what changed since and the button to restore one. */
export function EarlierVersions({ card, writing }: { card: EditStory_CardFragment; writing: Writing }) {
  const { revisions, hasOlder, readOlder, reading } = useRevisions(card);
  const [now, ...earlier] = revisions;
  const [chosen, setChosen] = useState<string | undefined>(earlier[0]?.id);
  const [busy, setBusy] = useState(false);
  const revision = earlier.find(({ id }) => id === chosen) ?? earlier[0];

  async function goBack({ number, createdAt }: Revision) {
    setBusy(true);
    try {
      const { data } = await apollo.mutate({
        mutation: RestoreRevisionDocument,
        variables: { cardId: card.id, number },
      });
      const answer = data?.restoreRevision;
      if (answer?.__typename === 'Card')
        void notify('success', `Back to ${dayOf(createdAt)}`, { body: 'The version before is kept too.' });
      else
        void notify('error', 'It stays as it is', {
          body:
            answer?.message ??
            'The connection broke before Evertold answered. The story is kept as it is. Try again.',
        });
    } catch {
      void notify('error', 'It stays as it is', {
        body: 'The connection broke before Evertold answered. The story is kept as it is. Try again.',
      });
    }
    setBusy(false);
  }

  return (
    <aside className={styles.versions} aria-label="Earlier versions">
      <h2 className="section-title">Earlier versions</h2>
      <ol className={`list ${styles.list}`}>
        <li>
          <p>
            <b>Now</b>
            {now && `, by ${authorOf(now)}`}
            {now?.note && (
              <>
                <br />
                <span className="note">{now.note}</span>
              </>
            )}
          </p>
        </li>
        {earlier.map((each) => (
          <li key={each.id}>
            <CheckField
              type="radio"
              name="version"
              checked={each.id === revision?.id}
              onChange={() => setChosen(each.id)}
            >
              <b>
                {dayOf(each.createdAt)}, {timeInWords(each.createdAt)}
              </b>
              , by {authorOf(each)}
              {each.note && (
                <>
                  <br />
                  <span className="note">{each.note}</span>
                </>
              )}
            </CheckField>
          </li>
        ))}
      </ol>
      {hasOlder && (
        <p className={styles.older}>
          <Button look="quiet" small busy={reading} onClick={() => void readOlder()}>
            Show older versions
          </Button>
        </p>
      )}
      {revision ? (
        <>
          <h3>What changed since {dayOf(revision.createdAt)}</h3>
          <div className={`told ${styles.diff}`}>
            <WordDiff
              brief
              before={`${revision.title}\n\n${revision.body}`}
              after={`${writing.title}\n\n${bodyOf(writing.text)}`}
            />
          </div>
          <Button look="quiet" busy={busy} onClick={() => void goBack(revision)}>
            Go back to {dayOf(revision.createdAt)}
          </Button>
        </>
      ) : (
        <p className="note">This is the first version.</p>
      )}
    </aside>
  );
}

/** The versions of a story, the newest first; the older ones page by page. */
function useRevisions(card: EditStory_CardFragment) {
  // All that were shown when older ones were read: a new version moves others out of the first page.
  const [read, setRead] = useState<{ revisions: Revision[]; pageInfo: Revisions['pageInfo'] } | null>(null);
  const [reading, setReading] = useState(false);
  const { pageInfo } = read ?? card.revisions;
  const known = new Map(
    [...(read?.revisions ?? []), ...card.revisions.edges.map(({ node }) => node)].map((each) => [
      each.number,
      each,
    ]),
  );
  const revisions = [...known.values()].toSorted((one, other) => other.number - one.number);

  async function readOlder() {
    setReading(true);
    const { data } = await apollo
      .query({
        query: OlderVersionsDocument,
        variables: { cardId: card.id, after: pageInfo.endCursor },
        // Not in the cache, where the first page is.
        fetchPolicy: 'no-cache',
      })
      .catch(() => ({ data: undefined }));
    const older = data?.card?.revisions;
    if (older)
      setRead({
        revisions: [...revisions, ...older.edges.map(({ node }) => node)],
        pageInfo: older.pageInfo,
      });
    else void notify('error', 'The older versions could not be loaded. Try again.');
    setReading(false);
  }

  return { revisions, hasOlder: pageInfo.hasNextPage, readOlder, reading };
}

function authorOf({ author }: Revision): string {
  return author.__typename === 'User' ? author.name : 'the writer';
}
