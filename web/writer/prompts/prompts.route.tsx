import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { LeaveQuestion } from '#web/app/LeaveQuestion.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { unsaved } from '#web/app/unsaved.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { QuestionBank } from '../question-bank/QuestionBank.tsx';
import styles from '../versions/versions.module.css';
import { WriterPromptsDocument, type WriterPromptsQuery } from './prompts.graphql.ts';
import { TaskOfWriter } from './TaskOfWriter.tsx';
import { taskNames } from './task-names.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterPromptsDocument, {});
}

/** The prompts of the writing tasks, at first that of the address. */
export function Component() {
  const data = useReadQuery(useLoaderData<typeof loader>()).data;
  const [asked] = useSearchParams();
  const [task, setTask] = useState(
    data.prompts.find((each) => each.task === asked.get('task'))?.task ?? 'cards',
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const prompt = data.prompts.find((each) => each.task === task);
  function choose(next: string) {
    if (next === task) return;
    if (unsaved.now()) setWanted(next);
    else setTask(next);
  }
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Prompts</DocumentTitle>
      <header className="desk-head">
        <h1>Prompts</h1>
        <p className="quiet">
          What the writer is told after a conversation, and what the interviewer may ask.
        </p>
      </header>
      <div className={styles.page}>
        <InForce write={data.modelsInForce.write} />
        {/* biome-ignore lint/a11y/useSemanticElements: these buttons are no fields of a form */}
        <div className="seg" role="group" aria-label="Task">
          {data.prompts.map((each) => (
            <button
              key={each.id}
              type="button"
              aria-pressed={each.task === task}
              onClick={() => choose(each.task)}
            >
              {taskNames[each.task] ?? each.task}
            </button>
          ))}
        </div>
        {prompt && <TaskOfWriter key={prompt.task} prompt={prompt} data={data} />}
        <p className="note">
          People, places, dates and what contradicts itself are found without a model: for them there is
          nothing to instruct.
        </p>
        <QuestionBank />
      </div>
      <LeaveQuestion
        open={wanted !== null}
        onStay={() => setWanted(null)}
        onLeave={() => {
          unsaved.letGo();
          setTask(wanted ?? task);
          setWanted(null);
        }}
      />
    </main>
  );
}

function InForce({ write }: { write: WriterPromptsQuery['modelsInForce']['write'] }) {
  if (!write.length)
    return (
      <Notice kind="warn" title="Prompts steer language models alone, and none writes now">
        <p>
          The built-in writer lays the person’s own words into stories by rules of its own.{' '}
          <Link to="/writer/models/">Set up a model</Link> to have these prompts followed.
        </p>
      </Notice>
    );
  return (
    <Notice title={`${write[0]} writes`}>
      <p>
        One answer holds title, summary and cards. Every sentence of it is checked against what was said,
        whatever a prompt says, and one that rests on nothing is turned back.
      </p>
    </Notice>
  );
}

export function Loading() {
  return <ListSkeleton title="Prompts" />;
}
