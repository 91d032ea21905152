import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import type { ModelCallFilter } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx';
import { State } from '#web/ui/Notice.tsx';
import { ListSkeleton } from '../../ListSkeleton.tsx';
import styles from '../../lists.module.css';
import { More } from '../../More.tsx';
import { SubjectPicker } from '../../messages/filter/SubjectPicker.tsx';
import { momentInWords } from '../../messages/list/moment.ts';
import { dollars } from '../../today/ModelUseTable.tsx';
import { useMore } from '../../use-more.ts';
import { WriterModelCallsDocument, type WriterModelCallsQuery } from './calls.graphql.ts';
import { callsFilterIn, taskNames } from './calls-filter.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const outcomes: Record<string, string> = {
  answered: 'answered',
  interrupted: 'not needed any more',
  unfit: 'answer not usable',
  empty: 'empty answer',
  late: 'too late',
  failed: 'failed',
};

export function loader({ request }: LoaderFunctionArgs) {
  const filter = callsFilterIn(new URL(request.url).searchParams);
  return { filter, page: preload(WriterModelCallsDocument, { filter, after: null }) };
}

/** The calls of language models that the numbers on the desk add up. */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { modelCalls } = useReadQuery(page).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Model calls</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            <Link to="/writer/models/">Models</Link>
          </p>
          <h1>Model calls</h1>
          <p className="quiet">Each call of the last 30 days, without any words.</p>
        </div>
      </header>
      <Filter />
      <List key={JSON.stringify(filter)} filter={filter} first={modelCalls} />
    </main>
  );
}

function Filter() {
  const [params, setParams] = useSearchParams();
  function change(name: string, value: string) {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { preventScrollReset: true });
  }
  const model = params.get('model') ?? '';
  return (
    <search className={`row ${styles.filters}`}>
      <TextField
        label="From"
        type="date"
        value={params.get('dateFrom') ?? ''}
        onChange={({ target }) => change('dateFrom', target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={params.get('dateTo') ?? ''}
        onChange={({ target }) => change('dateTo', target.value)}
      />
      <div className={styles.pick}>
        <SubjectPicker
          subjectId={params.get('subjectId') ?? ''}
          onPick={(subjectId) => change('subjectId', subjectId)}
        />
      </div>
      <SelectField
        label="For"
        value={params.get('task') ?? ''}
        onChange={({ target }) => change('task', target.value)}
      >
        <option value="">All</option>
        {Object.entries(taskNames).map(([task, words]) => (
          <option key={task} value={task}>
            {words}
          </option>
        ))}
      </SelectField>
      <ModelField key={model} value={model} onTake={(name) => change('model', name)} />
      <CheckField
        checked={params.get('failed') === '1'}
        onChange={({ target }) => change('failed', target.checked ? '1' : '')}
      >
        Only failed calls
      </CheckField>
    </search>
  );
}

/** Applied on blur or Enter: half a name is not a filter. */
function ModelField({ value, onTake }: { value: string; onTake: (model: string) => void }) {
  const [typed, setTyped] = useState(value);
  const applyTyped = () => typed.trim() !== value && onTake(typed.trim());
  return (
    <TextField
      label="Model"
      placeholder="any, by its whole name"
      autoComplete="off"
      maxLength={200}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={applyTyped}
      onKeyDown={(event) => event.key === 'Enter' && applyTyped()}
    />
  );
}

type Calls = WriterModelCallsQuery['modelCalls'];

function List({ filter, first }: { filter: ModelCallFilter; first: Calls }) {
  const list = useMore({
    first,
    document: WriterModelCallsDocument,
    variables: { filter },
    pageOf: (data: WriterModelCallsQuery) => data.modelCalls,
  });
  if (list.edges.length === 0)
    return (
      <p className="quiet">No calls match. Widen the dates or remove a filter: calls are kept for 30 days.</p>
    );
  return (
    <>
      <section className={`leaf ${styles.leaf}`} aria-label="Model calls">
        <table className={`table ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">Ended</th>
              <th scope="col">Model</th>
              <th scope="col">For</th>
              <th scope="col">Subject</th>
              <th scope="col">Outcome</th>
              <th scope="col" className="r">
                First words
              </th>
              <th scope="col" className="r">
                Time
              </th>
              <th scope="col" className="r">
                Tokens
              </th>
              <th scope="col" className="r">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {list.edges.map(({ node }) => (
              <Row key={node.id} call={node} />
            ))}
          </tbody>
        </table>
      </section>
      <More list={list} what="calls" />
    </>
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

function Row({ call }: { call: Calls['edges'][number]['node'] }) {
  const { at, task, model, modelVersion, subject, outcome, failed, errorKind } = call;
  const { firstTokenMs, latencyMs, inputTokens, outputTokens, costUsd } = call;
  return (
    <tr>
      <td className="num">
        <time dateTime={at}>{momentInWords(at)}</time>
      </td>
      <td>
        {model}
        {modelVersion && modelVersion !== model && <p className="note">{modelVersion}</p>}
      </td>
      <td>{taskNames[task] ?? task}</td>
      <td>{subject && <Link to={`/writer/subjects/${subject.id}/`}>{subject.fullName}</Link>}</td>
      <td>
        {failed ? <State tone="error">{outcomes[outcome] ?? outcome}</State> : (outcomes[outcome] ?? outcome)}
        {errorKind && <p className="note">{errorKind}</p>}
      </td>
      <td className="r num" data-name="First words">
        {firstTokenMs !== null && seconds(firstTokenMs)}
      </td>
      <td className="r num" data-name="Time">
        {seconds(latencyMs)}
      </td>
      <td className="r num" data-name="Tokens">
        {inputTokens === null || outputTokens === null
          ? 'not known'
          : (inputTokens + outputTokens).toLocaleString('en')}
      </td>
      <td className="r num" data-name="Cost">
        {costUsd === null ? 'not known' : dollars(costUsd)}
      </td>
    </tr>
  );
}

export function Loading() {
  return <ListSkeleton title="Model calls" />;
}
