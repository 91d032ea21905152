import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { preload } from '#web/app/preload.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { OtherDeskEditors } from '../open-editors/OtherDeskEditors.tsx';
import { WriterAgentPromptDocument, WriterAgentPromptOptionsDocument } from './agent-prompts.graphql.ts';
import { PromptEditor } from './PromptEditor.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { promptId = '' } }: LoaderFunctionArgs) {
  return {
    prompt: preload(WriterAgentPromptDocument, { id: promptId }),
    options: preload(WriterAgentPromptOptionsDocument, {}),
  };
}

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { agentPrompt } = useReadQuery(loaded.prompt).data;
  const options = useReadQuery(loaded.options).data;
  if (!agentPrompt) return <Missing />;
  const title = `Edit ${agentPrompt.name}`;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>{title}</DocumentTitle>
      <header className="desk-head">
        <h1>{title}</h1>
      </header>
      <OtherDeskEditors kind="AGENT_PROMPT" id={agentPrompt.id} what="this agent prompt" isEditing />
      <PromptEditor
        key={agentPrompt.id}
        prompt={agentPrompt}
        newest={agentPrompt.versions[0] ?? null}
        options={options}
      />
    </main>
  );
}

export function Loading() {
  return <ListSkeleton title="Agent prompt" />;
}
