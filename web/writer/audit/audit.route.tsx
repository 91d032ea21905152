import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SaveAsCsv } from '../csv/SaveAsCsv.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import styles from '../lists.module.css';
import { More } from '../More.tsx';
import { SubjectPicker } from '../messages/filter/SubjectPicker.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { useMore } from '../use-more.ts';
import { actorInWords } from './actor.ts';
import { WriterAuditDocument, type WriterAuditQuery } from './audit.graphql.ts';
import { type AddressFilter, readAddress, serverFilter } from './audit-filter.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const first = 50;

export function loader({ request }: LoaderFunctionArgs) {
  const filter = serverFilter(readAddress(new URL(request.url).searchParams));
  return { filter, log: preload(WriterAuditDocument, { filter, first, after: null }) };
}

/** The audit log: who did what to whom, and under whose name. */
export function Component() {
  const { filter, log } = useLoaderData<typeof loader>();
  const { data } = useReadQuery(log);
  const [params, setParams] = useSearchParams();
  const currentFilter = readAddress(params);
  function change(part: AddressFilter) {
    const next = Object.entries({ ...currentFilter, ...part }).filter(([, value]) => value);
    setParams(Object.fromEntries(next) as Record<string, string>, { preventScrollReset: true });
  }
  const isSet = Object.keys(currentFilter).length > 0;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Audit log</DocumentTitle>
      <header className="desk-head">
        <h1>Audit log</h1>
        <p className="quiet">Who did what to whom, and under whose name. Nobody can change an entry.</p>
      </header>
      <search>
        <form
          className="filters"
          style={{ flexWrap: 'wrap', marginBottom: 'var(--s-4)' }}
          aria-label="Filter the audit log"
          onSubmit={(event) => event.preventDefault()}
        >
          <TextField
            label="From"
            type="date"
            value={currentFilter.from ?? ''}
            onChange={({ target }) => change({ from: target.value })}
          />
          <TextField
            label="To"
            type="date"
            value={currentFilter.to ?? ''}
            onChange={({ target }) => change({ to: target.value })}
          />
          <ActionField
            key={currentFilter.action}
            value={currentFilter.action ?? ''}
            onTake={(action) => change({ action })}
          />
          <SubjectPicker
            subjectId={currentFilter.subjectId ?? ''}
            onPick={(subjectId) => change({ subjectId })}
          />
          {isSet && (
            <Button look="text" onClick={() => setParams({}, { preventScrollReset: true })}>
              Clear
            </Button>
          )}
          <span className="row-end">
            <SaveAsCsv list="audit-log" filter={filter} />
          </span>
        </form>
      </search>
      <Entries key={JSON.stringify(filter)} log={data.auditLog} filter={filter} onFilter={change} />
    </main>
  );
}

/** Applied on blur or Enter: half an action name is not a filter. */
function ActionField({ value, onTake }: { value: string; onTake: (action: string) => void }) {
  const [typed, setTyped] = useState(value);
  const applyTyped = () => typed.trim() !== value && onTake(typed.trim());
  return (
    <TextField
      label="Action"
      placeholder="any, such as conflict"
      autoComplete="off"
      maxLength={80}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={applyTyped}
      onKeyDown={(event) => event.key === 'Enter' && applyTyped()}
    />
  );
}

type Log = WriterAuditQuery['auditLog'];

function Entries({
  log,
  filter,
  onFilter,
}: {
  log: Log;
  filter: ReturnType<typeof serverFilter>;
  onFilter: (part: AddressFilter) => void;
}) {
  const list = useMore({
    ...{ first: log, document: WriterAuditDocument, variables: { filter, first } },
    pageOf: (data: WriterAuditQuery) => data.auditLog,
  });
  if (list.edges.length === 0)
    return (
      <section className="leaf" aria-label="Nothing here">
        <p>No entry is like this. Widen the dates, or remove a filter.</p>
      </section>
    );
  return (
    <>
      <section className={`leaf ${styles.leaf}`} aria-label="Entries">
        <table className={`table ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Action</th>
              <th scope="col">In the book of</th>
              <th scope="col">To</th>
              <th scope="col">What else</th>
            </tr>
          </thead>
          <tbody>
            {list.edges.map(({ node }) => (
              <Row key={node.id} entry={node} onFilter={onFilter} />
            ))}
          </tbody>
        </table>
      </section>
      <More list={list} what="entries" />
    </>
  );
}

function Row({
  entry,
  onFilter,
}: {
  entry: Log['edges'][number]['node'];
  onFilter: (part: AddressFilter) => void;
}) {
  const { at, action, subject, subjectId, target, targetId, detail, note } = entry;
  const by = actorInWords(entry);
  return (
    <tr>
      <td className="num">
        <time dateTime={at}>{momentInWords(at)}</time>
      </td>
      <td>
        {by.id ? <FilterBy what={by.name} onClick={() => onFilter({ actorId: by.id ?? '' })} /> : by.name}
        {by.as && <span className="quiet"> as {by.as}</span>}
      </td>
      <td className={styles.code}>
        <FilterBy what={action} onClick={() => onFilter({ action })} />
      </td>
      <td>
        {subjectId && (
          <FilterBy what={subject?.name ?? 'a book that is gone'} onClick={() => onFilter({ subjectId })} />
        )}
      </td>
      <td>
        {targetId && (
          <FilterBy what={target?.name ?? `…${targetId.slice(-8)}`} onClick={() => onFilter({ targetId })} />
        )}
      </td>
      <td>
        {note && <q>{note}</q>} {detail && <span className="mono">{inWords(detail)}</span>}
      </td>
    </tr>
  );
}

/** The entry's detail as names and values. */
function inWords(detail: string): string {
  const parsed = JSON.parse(detail) as Record<string, unknown>;
  return Object.entries(parsed)
    .map(([name, value]) => `${name}: ${valueInWords(value)}`)
    .join('; ');
}

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Filters the list by this value. */
function FilterBy({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.open} title={`Only ${what}`} onClick={onClick}>
      {what}
    </button>
  );
}

export function Loading() {
  return <ListSkeleton title="Audit log" />;
}
