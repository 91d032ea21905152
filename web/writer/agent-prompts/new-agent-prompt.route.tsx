import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { preload } from '#web/app/preload.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import styles from '../versions/versions.module.css';
import { WriterAgentPromptOptionsDocument } from './agent-prompts.graphql.ts';
import { InForce } from './InForce.tsx';
import { PromptEditor } from './PromptEditor.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterAgentPromptOptionsDocument, {});
}

export function Component() {
  const options = useReadQuery(useLoaderData<typeof loader>()).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>New agent prompt</DocumentTitle>
      <header className="desk-head">
        <h1>New agent prompt</h1>
      </header>
      <div className={styles.page}>
        <InForce models={options.modelsInForce.interview} prompts={options.agentPrompts} />
        <PromptEditor prompt={null} newest={null} options={options} />
      </div>
    </main>
  );
}

export function Loading() {
  return <ListSkeleton title="New agent prompt" />;
}
