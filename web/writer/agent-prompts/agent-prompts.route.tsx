import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { State } from '#web/ui/Notice.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import styles from '../lists.module.css';
import pageStyles from '../versions/versions.module.css';
import { WriterAgentPromptsDocument } from './agent-prompts.graphql.ts';
import { InForce } from './InForce.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterAgentPromptsDocument, {});
}

/** The interviewer's instructions, by name. */
export function Component() {
  const { agentPrompts, modelsInForce } = useReadQuery(useLoaderData<typeof loader>()).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Agent prompts</DocumentTitle>
      <header className="desk-head">
        <h1>Agent prompts</h1>
        <Link className={`${buttonClass()} row-end`} to="/writer/agent-prompts/new">
          New agent prompt
        </Link>
      </header>
      <div className={pageStyles.page}>
        <InForce models={modelsInForce.interview} prompts={agentPrompts} />
        {agentPrompts.length === 0 ? (
          <p className="quiet">There is none yet. Make one to change how a language model interviews.</p>
        ) : (
          <section className={`leaf ${styles.leaf}`} aria-label="Agent prompts">
            <table className={`table ${styles.wide}`}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">What it is for</th>
                  <th scope="col">Versions</th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                {agentPrompts.map(({ id, name, description, liveVersion, trialVersion, versions }) => (
                  <tr key={id}>
                    <td className={styles.name}>
                      <Link to={`/writer/agent-prompts/${id}/`}>{name}</Link>
                    </td>
                    <td>{description}</td>
                    <td className="num">{versions.length}</td>
                    <td>
                      {liveVersion && <State tone="ok">{`version ${liveVersion.number} is live`}</State>}
                      {trialVersion && (
                        <State tone="warn">{`version ${trialVersion.number} is on trial`}</State>
                      )}
                      {!liveVersion && !trialVersion && <State tone="off">not followed</State>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </main>
  );
}

export function Loading() {
  return <ListSkeleton title="Agent prompts" />;
}
