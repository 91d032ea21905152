import { useMutation, useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { preload } from '#web/app/preload.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import listStyles from '../lists.module.css';
import { momentInWords } from '../messages/list/moment.ts';
import { languageName } from '../question-bank/language-name.ts';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { Difference } from '../versions/Difference.tsx';
import { ratingsInWords } from '../versions/ratings.ts';
import { StatusOfVersion } from '../versions/StatusOfVersion.tsx';
import styles from '../versions/versions.module.css';
import { type HeldBack, WorseThanLive, worseSetsIn } from '../versions/WorseThanLive.tsx';
import {
  type AgentVersionFragment,
  WriterAgentPromptDocument,
  WriterAgentPromptsDocument,
  WriterClearAgentPromptLabelDocument,
  WriterMakeAgentPromptLiveDocument,
  WriterTryAgentPromptDocument,
} from './agent-prompts.graphql.ts';
import { InForce } from './InForce.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { promptId = '' } }: LoaderFunctionArgs) {
  return preload(WriterAgentPromptDocument, { id: promptId });
}

const refetch = {
  refetchQueries: [WriterAgentPromptDocument, WriterAgentPromptsDocument],
  awaitRefetchQueries: true,
};

/** An agent prompt: its versions, the live one, and the differences between them. */
export function Component() {
  const { agentPrompt, agentPrompts, modelsInForce } = useReadQuery(useLoaderData<typeof loader>()).data;
  const [makeLive, live] = useMutation(WriterMakeAgentPromptLiveDocument, refetch);
  const [tryIt, trying] = useMutation(WriterTryAgentPromptDocument, refetch);
  const [clear, clearing] = useMutation(WriterClearAgentPromptLabelDocument, refetch);
  const [shownId, setShown] = useState<string | null>(null);
  const [held, setHeld] = useState<HeldBack | null>(null);
  if (!agentPrompt) return <Missing />;
  const { id, name, description, versions, trialVersion } = agentPrompt;
  const busy = live.loading || trying.loading || clearing.loading;
  const shown = versions.find((version) => version.id === shownId) ?? versions[0];

  async function act(call: () => Promise<{ data?: Record<string, unknown> | null }>, done: string) {
    const answer = await call().catch(() => null);
    const why = answer ? refusalIn(Object.values(answer.data ?? {})[0] as object) : noAnswer;
    if (why) tell(why);
    else void notify('success', done);
  }
  async function goLive(versionId: string, number: number, reason?: string) {
    const answer = await makeLive({ variables: { versionId, reason } }).catch(() => null);
    const result = answer?.data?.makeAgentPromptLive;
    const sets = worseSetsIn(result);
    if (sets) return setHeld({ versionId, number, sets });
    const why = answer ? refusalIn(result) : noAnswer;
    if (why) return tell(why);
    setHeld(null);
    void notify('success', `Version ${number} is live`);
  }
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>{name}</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            <Link to="/writer/agent-prompts/">Agent prompts</Link>
          </p>
          <h1>{name}</h1>
        </div>
        <Link className={`${buttonClass()} row-end`} to={`/writer/agent-prompts/${id}/edit`}>
          Edit
        </Link>
      </header>
      <div className={styles.page}>
        {description && <p>{description}</p>}
        <InForce models={modelsInForce.interview} prompts={agentPrompts} />
        <p className="note">
          One agent prompt of a language is live: to make one live takes the place of another. What is on
          trial is followed only where an admin talks about themself.
        </p>
        <section className={`leaf ${listStyles.leaf}`} aria-label="Versions">
          <table className={`table ${listStyles.wide}`}>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">State</th>
                <th scope="col">By</th>
                <th scope="col">Why</th>
                <th scope="col">Ratings</th>
                <th scope="col">Conversations</th>
                <th scope="col">Stories</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <tr key={version.id}>
                  <td>
                    <button
                      type="button"
                      className={listStyles.open}
                      aria-pressed={shown?.id === version.id}
                      onClick={() => setShown(version.id)}
                    >
                      Version {version.number}
                    </button>
                  </td>
                  <td>
                    <StatusOfVersion status={version.status} onTrial={trialVersion?.id === version.id} />
                  </td>
                  <td>
                    {version.author?.name ?? 'somebody who has left'}, {momentInWords(version.createdAt)}
                  </td>
                  <td>{version.note}</td>
                  <td className="num">{ratingsInWords(version.ratings)}</td>
                  <td className="num" data-name="Conversations:">
                    {version.conversationCount > 0 ? (
                      <Link
                        to={`/writer/conversations/?agentVersion=${version.id}`}
                        aria-label={`${version.conversationCount} conversations that followed version ${version.number}`}
                      >
                        {version.conversationCount}
                      </Link>
                    ) : (
                      0
                    )}
                  </td>
                  <td>
                    {version.conversationCount > 0 && (
                      <Link
                        to={`/writer/stories/?agentVersion=${version.id}`}
                        aria-label={`Stories of version ${version.number}`}
                      >
                        Open
                      </Link>
                    )}
                  </td>
                  <td>
                    <div className="row">
                      {version.status === 'LIVE' ? (
                        <Button
                          look="quiet"
                          small
                          busy={busy}
                          onClick={() =>
                            void act(
                              () => clear({ variables: { id, label: 'LIVE' } }),
                              'The built-in instructions are followed again',
                            )
                          }
                        >
                          Take it off
                        </Button>
                      ) : (
                        <Button
                          look="quiet"
                          small
                          busy={busy}
                          onClick={() => void goLive(version.id, version.number)}
                        >
                          {version.status === 'RETIRED'
                            ? `Roll back to ${version.number}`
                            : `Make ${version.number} live`}
                        </Button>
                      )}
                      {trialVersion?.id === version.id ? (
                        <Button
                          look="quiet"
                          small
                          busy={busy}
                          onClick={() =>
                            void act(
                              () => clear({ variables: { id, label: 'TRIAL' } }),
                              'The trial has ended',
                            )
                          }
                        >
                          End the trial
                        </Button>
                      ) : (
                        <Button
                          look="quiet"
                          small
                          busy={busy}
                          onClick={() =>
                            void act(
                              () => tryIt({ variables: { versionId: version.id } }),
                              `Version ${version.number} is on trial`,
                            )
                          }
                        >
                          Try {version.number}
                        </Button>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {shown && (
          <section className={`leaf ${styles.part}`} aria-label={`Version ${shown.number}`}>
            <h2>Version {shown.number}</h2>
            <h3>First words</h3>
            <p className={styles.plain}>{shown.firstMessage}</p>
            <h3>Instructions</h3>
            <p className={styles.text}>{shown.instructions}</p>
            <p className="note">
              {shown.model ? `Asks ${shown.model.name} first. ` : ''}
              {shown.voice ? `Speaks with the voice ${shown.voice}. ` : ''}Language:{' '}
              {languageName(shown.language)}.
            </p>
            {shown.liveReason && <p>Made live with a reason: {shown.liveReason}</p>}
          </section>
        )}
        {versions.length > 1 && <Difference wordings={versions.map(wordingOf)} />}
      </div>
      <WorseThanLive
        key={held?.versionId}
        held={held}
        busy={live.loading}
        onClose={() => setHeld(null)}
        onReason={({ versionId, number }, reason) => void goLive(versionId, number, reason)}
      />
    </main>
  );
}

function wordingOf({ id, number, firstMessage, instructions }: AgentVersionFragment) {
  return { id, name: `Version ${number}`, text: `${firstMessage}\n\n${instructions}` };
}

export function Loading() {
  return <ListSkeleton title="Agent prompt" />;
}
