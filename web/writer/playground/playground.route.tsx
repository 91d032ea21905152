import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { taskNames } from '../prompts/task-names.ts';
import styles from '../versions/versions.module.css';
import { PickConversation } from './PickConversation.tsx';
import { WriterPlaygroundDocument, type WriterPlaygroundQuery } from './playground.graphql.ts';
import { Recorded } from './Recorded.tsx';
import { type Column, RunColumn } from './RunColumn.tsx';
import { TryVersion } from './TryVersion.tsx';
import { useRuns } from './use-runs.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterPlaygroundDocument, {});
}

const mostColumns = 4;

/** Runs the same input through up to four versions and models, side by side. */
export function Component() {
  const data = useReadQuery(useLoaderData<typeof loader>()).data;
  const [search] = useSearchParams();
  const conversationId = search.get('conversationId');
  const [chosen, setChosen] = useState<{ conversationId: string | null; turn: number | null } | null>(null);
  // A turn belongs to its conversation.
  const turn = chosen?.conversationId === conversationId ? chosen.turn : null;
  const setTurn = (next: number | null) => setChosen({ conversationId, turn: next });
  const [text, setText] = useState('');
  const [columns, setColumns] = useState<Column[]>([
    {
      id: 0,
      version: '',
      modelId: data.models.find(({ enabled, problem }) => enabled && !problem)?.id ?? '',
    },
  ]);
  const { runs, start } = useRuns();
  const [problem, setProblem] = useState<string>();
  const isGoing = columns.some(({ id }) => runs[id] && !runs[id].done);

  function run() {
    if (isGoing) return;
    if (!conversationId && !text.trim()) return setProblem('Write what somebody says');
    setProblem(undefined);
    for (const column of columns) {
      const [kind, versionId] = column.version.split(':');
      start(column.id, {
        ...(kind === 'agent' && { agentPromptVersionId: versionId }),
        ...(kind === 'writer' && { promptVersionId: versionId }),
        ...(column.modelId && { modelId: column.modelId }),
        ...(conversationId ? { conversationId, turn } : { text }),
      });
    }
  }
  const change = (changed: Column) =>
    setColumns(columns.map((column) => (column.id === changed.id ? changed : column)));
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Playground</DocumentTitle>
      <header className="desk-head">
        <h1>Playground</h1>
        <Link to="/writer/playground/sets/">Replay sets</Link>
        <Button className="row-end" busy={isGoing} onClick={run}>
          Run
        </Button>
      </header>
      <div className={styles.page}>
        {!data.models.length && (
          <Notice title="No model is set up">
            <p>
              The built-in interviewer can be run, which follows no instructions.{' '}
              <Link to="/writer/models/">Set up a model</Link> to compare versions.
            </p>
          </Notice>
        )}
        {conversationId ? (
          <Recorded key={conversationId} id={conversationId} turn={turn} onTurn={setTurn} />
        ) : (
          <>
            <section className={`leaf ${styles.part}`} aria-label="What is answered">
              <TextAreaField
                label="What somebody says"
                value={text}
                onChange={({ target }) => setText(target.value)}
                maxLength={20_000}
                error={problem}
                hint="It is sent to the models that you choose."
              />
            </section>
            <PickConversation />
          </>
        )}
        <div className={styles.runs}>
          {columns.map((column) => (
            <RunColumn
              key={column.id}
              column={column}
              versions={versionsOf(data)}
              models={data.models}
              run={runs[column.id] ?? null}
              onChange={change}
              onRemove={
                columns.length > 1 ? () => setColumns(columns.filter(({ id }) => id !== column.id)) : null
              }
            />
          ))}
        </div>
        {columns.length < mostColumns && (
          <div>
            <Button
              look="quiet"
              onClick={() =>
                setColumns([
                  ...columns,
                  { ...(columns.at(-1) as Column), id: Math.max(...columns.map(({ id }) => id)) + 1 },
                ])
              }
            >
              Add another beside it
            </Button>
          </div>
        )}
        <TryVersion subjects={data.subjects} agentPrompts={data.agentPrompts} />
      </div>
    </main>
  );
}

function versionsOf({ agentPrompts, prompts }: WriterPlaygroundQuery) {
  const named = (name: string, { number, status }: { number: number; status: string }) =>
    `${name}, version ${number}${status === 'LIVE' ? ' (live)' : ''}`;
  return [
    { value: '', name: 'Interviewer, built-in instructions' },
    ...agentPrompts.flatMap(({ name, versions }) =>
      versions.map((version) => ({ value: `agent:${version.id}`, name: named(name, version) })),
    ),
    ...prompts.flatMap(({ task, versions }) =>
      versions.map((version) => ({
        value: `writer:${version.id}`,
        name: named(`Writer, ${(taskNames[task] ?? task).toLowerCase()}`, version),
      })),
    ),
  ];
}

export function Loading() {
  return <ListSkeleton title="Playground" />;
}
