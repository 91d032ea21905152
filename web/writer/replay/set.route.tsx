import { useMutation, useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import listStyles from '../lists.module.css';
import { momentInWords } from '../messages/list/moment.ts';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import styles from '../versions/versions.module.css';
import { RunDetails } from './RunDetails.tsx';
import {
  WriterDeleteReplaySetDocument,
  WriterRemoveReplayTurnDocument,
  WriterReplaySetDocument,
  type WriterReplaySetQuery,
  WriterReplaySetsDocument,
} from './replay.graphql.ts';
import { kindNames, statusNames, versionOfRun } from './replay-words.ts';
import { StartReplay } from './StartReplay.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { setId = '' } }: LoaderFunctionArgs) {
  return preload(WriterReplaySetDocument, { id: setId });
}

/** A set: its conversations, its runs, and how the chosen run compares with the live version. */
export function Component() {
  const data = useReadQuery(useLoaderData<typeof loader>()).data;
  const [chosen, setChosen] = useState<string | null>(null);
  const set = data.replaySet;
  if (!set) return <Missing />;
  const shown = set.runs.find(({ id }) => id === chosen) ?? set.runs[0];
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>{set.name}</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            <Link to="/writer/playground/sets/">Replay sets</Link>
          </p>
          <h1>{set.name}</h1>
        </div>
        <p className="quiet">For the {kindNames[set.kind].toLowerCase()}</p>
        <DeleteSet id={set.id} name={set.name} />
      </header>
      <div className={styles.page}>
        <Turns set={set} />
        {set.turns.length > 0 && <StartReplay set={set} data={data} onStarted={setChosen} />}
        {set.runs.length > 0 && (
          <Runs set={set} prompts={data.prompts} shownId={shown?.id} onShow={setChosen} />
        )}
        {shown && (
          <RunDetails
            key={shown.id}
            id={shown.id}
            setId={set.id}
            title={versionOfRun(shown, { kind: set.kind, prompts: data.prompts })}
          />
        )}
      </div>
    </main>
  );
}

type ReplaySet = NonNullable<WriterReplaySetQuery['replaySet']>;

function Turns({ set }: { set: ReplaySet }) {
  const [remove, removing] = useMutation(WriterRemoveReplayTurnDocument, {
    refetchQueries: [WriterReplaySetDocument, WriterReplaySetsDocument],
    awaitRefetchQueries: true,
  });
  async function takeOut(id: string) {
    const answer = await remove({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.removeReplayTurn) : noAnswer;
    if (why) tell(why);
  }
  if (!set.turns.length)
    return (
      <p className="quiet">
        The set is empty. Open a conversation from its subject’s page in the playground, and add it there.
      </p>
    );
  return (
    <section className={`leaf ${listStyles.leaf}`} aria-label="Conversations">
      <table className={`table ${listStyles.wide}`}>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col">Conversation</th>
            <th scope="col">Answers</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {set.turns.map(({ id, turn, conversation }) => (
            <tr key={id}>
              <td>{conversation.subject.fullName}</td>
              <td>
                <Link to={`/writer/playground/?conversationId=${conversation.id}`}>
                  {conversation.title ?? 'Untitled'}
                </Link>
                {conversation.startedAt && `, ${momentInWords(conversation.startedAt)}`}
              </td>
              <td className="num">{turn === null ? 'all of it' : `turn ${turn}`}</td>
              <td>
                <Button
                  look="quiet"
                  small
                  busy={removing.loading}
                  aria-label={`Remove ${conversation.title ?? 'Untitled'}, ${turn === null ? 'all of it' : `turn ${turn}`}`}
                  onClick={() => void takeOut(id)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Runs({
  set,
  prompts,
  shownId,
  onShow,
}: {
  set: ReplaySet;
  prompts: WriterReplaySetQuery['prompts'];
  shownId: string | undefined;
  onShow: (id: string) => void;
}) {
  const count = (value: number | null) => (value === null ? '–' : value);
  return (
    <section className={`leaf ${listStyles.leaf}`} aria-label="Runs">
      <table className={`table ${listStyles.wide}`}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Model</th>
            <th scope="col">When</th>
            <th scope="col">State</th>
            <th scope="col" className="r">
              Repeated
            </th>
            <th scope="col" className="r">
              Refused
            </th>
            <th scope="col" className="r">
              Private
            </th>
          </tr>
        </thead>
        <tbody>
          {set.runs.map((run) => (
            <tr key={run.id}>
              <td>
                <button
                  type="button"
                  className={listStyles.open}
                  aria-pressed={run.id === shownId}
                  onClick={() => onShow(run.id)}
                >
                  {versionOfRun(run, { kind: set.kind, prompts })}
                </button>
              </td>
              <td>{run.modelName ?? 'Built-in interviewer'}</td>
              <td>{momentInWords(run.createdAt)}</td>
              <td>{statusNames[run.status]}</td>
              <td className="r num" data-name="Repeated">
                {count(run.measures.questionsRepeated)}
              </td>
              <td className="r num" data-name="Refused">
                {count(run.measures.sentencesRefused)}
              </td>
              <td className="r num" data-name="Private">
                {count(run.measures.privateSentences)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DeleteSet({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [remove, removing] = useMutation(WriterDeleteReplaySetDocument, {
    refetchQueries: [WriterReplaySetsDocument],
    awaitRefetchQueries: true,
  });
  async function submit() {
    setAsking(false);
    const answer = await remove({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.deleteReplaySet) : noAnswer;
    if (why) return tell(why);
    void notify('success', `The set ${name} was deleted`);
    await navigate('/writer/playground/sets/');
  }
  return (
    <div className="row-end">
      <Button look="quiet" small busy={removing.loading} onClick={() => setAsking(true)}>
        Delete the set
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the set ${name}?`}
        lead="Its runs and their measures are deleted too, and versions are no longer compared with it."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" onClick={() => void submit()}>
              Delete it
            </Button>
          </>
        }
      />
    </div>
  );
}

export function Loading() {
  return <ListSkeleton title="Replay set" />;
}
