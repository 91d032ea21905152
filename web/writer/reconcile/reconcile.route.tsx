import { useMutation, useQuery, useReadQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { dayInWords, kindNames, settledInWords } from './conflict-words.ts';
import { OpenConflict } from './OpenConflict.tsx';
import {
  WriterConflictDocument,
  WriterConflictSearchDocument,
  WriterFindConflictsDocument,
  WriterReconcileDocument,
  type WriterReconcileQuery,
} from './reconcile.graphql.ts';
import styles from './reconcile.module.css';
import { SettledConflict } from './SettledConflict.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const views = ['open', 'settled', 'dismissed'] as const;
type View = (typeof views)[number];
const statusOf = { open: 'OPEN', settled: 'RESOLVED', dismissed: 'DISMISSED' } as const;
const emptyWords: Record<View, string> = {
  open: 'Nothing waits. Whatever is found after the next conversation appears here.',
  settled: 'Nothing is settled yet.',
  dismissed: 'Nothing is dismissed.',
};

function viewOf(params: URLSearchParams): View {
  const asked = params.get('view');
  return views.find((view) => view === asked) ?? 'open';
}

export function loader({ params: { subjectId = '' }, request }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams);
  const query = preload(WriterReconcileDocument, { subjectId, status: statusOf[view] });
  return { query, subjectId };
}

/** The conflicts in a book, with both sides; nothing changes until the team decides. */
export function Component() {
  const { query, subjectId } = useLoaderData<typeof loader>();
  const { subject, conflicts, conflictSearch } = useReadQuery(query).data;
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  if (!subject) return <Missing />;
  const { fullName } = subject;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>{`Reconcile ${fullName}`}</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            <Link to="/writer/subjects/">Subjects</Link>,{' '}
            <Link to={`/writer/subjects/${subjectId}/`}>{fullName}</Link>
          </p>
          <h1>Reconcile</h1>
        </div>
        <p className="quiet row-end">
          Nothing here changes a story until you confirm. Both tellings are kept.
        </p>
      </header>
      <div className="row">
        {/* biome-ignore lint/a11y/useSemanticElements: these buttons are no fields of a form */}
        <div className="seg" role="group" aria-label="Which ones">
          {views.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === view}
              onClick={() => setParams(each === 'open' ? {} : { view: each })}
            >
              {each[0]?.toUpperCase()}
              {each.slice(1)}
            </button>
          ))}
        </div>
        <SearchAgain subjectId={subjectId} search={conflictSearch} />
      </div>
      <Found key={view} view={view} conflicts={conflicts} subjectId={subjectId} subject={subject} />
    </main>
  );
}

type Subject = NonNullable<WriterReconcileQuery['subject']>;
type Listed = WriterReconcileQuery['conflicts']['edges'][number]['node'];

/**
 * The conflicts of one view and the shown one. Once it leaves the list, the next one is shown, and a focus within it goes
 * there (`focus-stays.ts`); new ones leave it in place.
 */
function Found({
  view,
  conflicts,
  subjectId,
  subject,
}: {
  view: View;
  conflicts: WriterReconcileQuery['conflicts'];
  subjectId: string;
  subject: Subject;
}) {
  const wantedId = useSearchParams()[0].get('conflict');
  const [last, setLast] = useState({ id: wantedId, at: 0 });
  const all = conflicts.edges.map(({ node }) => node);
  const at = placeToShow(all, wantedId, last);
  const shown = all[at];
  if (shown && (shown.id !== last.id || at !== last.at)) setLast({ id: shown.id, at });
  if (!shown)
    return (
      <section className="leaf" style={{ marginTop: 'var(--s-4)' }} aria-label="Nothing here">
        <p>{emptyWords[view]}</p>
      </section>
    );
  return (
    <div className={styles.page} style={{ marginTop: 'var(--s-4)' }}>
      <nav aria-label={`${all.length} found`}>
        <ol className={styles.list}>
          {all.map((conflict) => (
            <li key={conflict.id}>
              <Entry conflict={conflict} view={view} isChosen={conflict === shown} />
            </li>
          ))}
        </ol>
        {conflicts.pageInfo.hasNextPage && <p className="note">The latest 100 are shown.</p>}
      </nav>
      <section className={`leaf ${styles.main}`} aria-label={shown.heading}>
        <SelectedConflict key={shown.id} id={shown.id} subjectId={subjectId} subject={subject} />
      </section>
    </div>
  );
}

/** Where the conflict stands that the address names, else the one shown last, else the one in its place. */
function placeToShow(
  all: readonly Listed[],
  wantedId: string | null,
  last: { id: string | null; at: number },
): number {
  const ids = all.map(({ id }) => id);
  const found = [wantedId, last.id].map((id) => (id ? ids.indexOf(id) : -1)).find((at) => at >= 0);
  return found ?? Math.max(0, Math.min(last.at, all.length - 1));
}

/** The selected conflict, with all sources of both sides. */
function SelectedConflict({ id, subjectId, subject }: { id: string; subjectId: string; subject: Subject }) {
  const { data, error, refetch } = useQuery(WriterConflictDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const conflict = data?.conflict;
  if (conflict?.status === 'OPEN')
    return (
      <OpenConflict
        conflict={conflict}
        subjectId={subjectId}
        name={subject.preferredName}
        canBeAsked={subject.status !== 'MEMORIAL'}
      />
    );
  if (conflict)
    return <SettledConflict conflict={conflict} subjectId={subjectId} name={subject.preferredName} />;
  return error || data ? (
    <p role="alert">
      {error ? 'It did not load. Nothing is lost.' : 'It can’t be read any more.'}{' '}
      <Button look="quiet" small onClick={() => void refetch().catch(() => {})}>
        Try again
      </Button>
    </p>
  ) : (
    <Skeleton what="what was found">
      <SkeletonLines lines={6} />
    </Skeleton>
  );
}

function Entry({ conflict, view, isChosen }: { conflict: Listed; view: View; isChosen: boolean }) {
  const query = new URLSearchParams({ ...(view !== 'open' && { view }), conflict: conflict.id });
  return (
    <Link to={`?${query}`} preventScrollReset aria-current={isChosen ? 'true' : undefined}>
      <span className="quiet">{kindNames[conflict.kind]}</span>
      <b>{conflict.heading}</b>
      <span className="quiet">
        {view === 'open' ? (conflict.question ? 'They are asked' : '') : settledInWords(conflict)}
      </span>
    </Link>
  );
}

const pollMs = 1_500;

/** The ids of the open conflicts; asked anew, they also appear in the list. */
async function openConflictIds(
  subjectId: string,
  fetchPolicy: 'cache-first' | 'network-only',
): Promise<string[]> {
  const { data } = await apollo.query({
    query: WriterReconcileDocument,
    variables: { subjectId, status: 'OPEN' },
    fetchPolicy,
  });
  return data?.conflicts.edges.map(({ node }) => node.id) ?? [];
}

/** Waits until no requested search is left, and shows the open conflicts; returns how many are new. */
async function newOnes(subjectId: string, signal: AbortSignal): Promise<number> {
  const known = await openConflictIds(subjectId, 'cache-first');
  const search = { query: WriterConflictSearchDocument, variables: { subjectId } };
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    signal.throwIfAborted();
    try {
      const { data } = await apollo.query({ ...search, fetchPolicy: 'network-only' });
      if (!data || data.conflictSearch.isWaiting) continue;
      const ids = await openConflictIds(subjectId, 'network-only');
      return ids.filter((id) => !known.includes(id)).length;
    } catch {
      // Without an answer it asks again.
    }
  }
}

/** Searches the book for conflicts again, shows the new ones and says how many they are. */
function SearchAgain({
  subjectId,
  search,
}: {
  subjectId: string;
  search: { doneAt?: string | null; isWaiting: boolean };
}) {
  const [find, finding] = useMutation(WriterFindConflictsDocument);
  const [waits, setWaits] = useState(search.isWaiting);
  const [fresh, setFresh] = useState<number | null>(null);
  useEffect(() => {
    if (!waits) return;
    const leaving = new AbortController();
    newOnes(subjectId, leaving.signal).then(
      (count) => {
        if (leaving.signal.aborted) return;
        setFresh(count);
        setWaits(false);
      },
      () => leaving.signal.aborted || setWaits(false),
    );
    return () => leaving.abort();
  }, [waits, subjectId]);
  async function searchAgain() {
    const answer = await find({ variables: { subjectId } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.findConflicts) : noAnswer;
    if (why) return tell(why);
    setFresh(null);
    setWaits(true);
  }
  const lookedThrough = search.doneAt
    ? `Looked through on ${dayInWords(search.doneAt)}`
    : 'Not looked through yet';
  return (
    <>
      <Button look="quiet" busy={finding.loading || waits} onClick={() => void searchAgain()}>
        {waits ? 'Looking through the book' : 'Look again'}
      </Button>
      <span className="quiet" role="status">
        {fresh === null ? lookedThrough : freshInWords(fresh)}
      </span>
    </>
  );
}

function freshInWords(count: number): string {
  if (count === 0) return 'Nothing new was found.';
  return count === 1 ? '1 new one was found.' : `${count} new ones were found.`;
}

export function Loading() {
  return <ListSkeleton title="Reconcile" />;
}
