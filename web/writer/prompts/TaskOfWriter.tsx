import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import listStyles from '../lists.module.css';
import { momentInWords } from '../messages/list/moment.ts';
import { OtherDeskEditors } from '../open-editors/OtherDeskEditors.tsx';
import {
  type ChangeRefusal,
  noAnswer,
  problemOf,
  refusalIn,
  summaryOf,
  tell,
  withoutProblem,
} from '../refusal.ts';
import { Difference } from '../versions/Difference.tsx';
import { ModelField } from '../versions/ModelField.tsx';
import { Placeholders } from '../versions/Placeholders.tsx';
import { ratingsInWords } from '../versions/ratings.ts';
import { SavedMeanwhile } from '../versions/SavedMeanwhile.tsx';
import { StatusOfVersion } from '../versions/StatusOfVersion.tsx';
import styles from '../versions/versions.module.css';
import { type HeldBack, WorseThanLive, worseSetsIn } from '../versions/WorseThanLive.tsx';
import { PreviewPrompt } from './PreviewPrompt.tsx';
import {
  WriterClearPromptLabelDocument,
  WriterMakePromptLiveDocument,
  WriterPromptsDocument,
  type WriterPromptsQuery,
  WriterSavePromptDocument,
  WriterTryPromptDocument,
} from './prompts.graphql.ts';
import { taskNames } from './task-names.ts';

type Prompt = WriterPromptsQuery['prompts'][number];

const refetch = { refetchQueries: [WriterPromptsDocument], awaitRefetchQueries: true };

/** A writing task: its prompt, its versions and the differences between them. */
export function TaskOfWriter({ prompt, data }: { prompt: Prompt; data: WriterPromptsQuery }) {
  const { task, builtInText, versions, liveVersion, trialVersion } = prompt;
  const newest = versions[0];
  const [saved, setSaved] = useState({
    ...{ text: newest?.text ?? builtInText, modelId: newest?.model?.id ?? '', note: '' },
  });
  const [draft, setDraft] = useState(saved);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [basedOn, setBasedOn] = useState(newest?.number ?? 0);
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const [held, setHeld] = useState<HeldBack | null>(null);
  const [meanwhile, setMeanwhile] = useState<{ newest: number; savedBy: string | null } | null>(null);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  useUnsavedChanges(isChanged);
  const [save, saving] = useMutation(WriterSavePromptDocument, refetch);
  const [makeLive, live] = useMutation(WriterMakePromptLiveDocument, refetch);
  const [tryIt, trying] = useMutation(WriterTryPromptDocument, refetch);
  const [clear, clearing] = useMutation(WriterClearPromptLabelDocument, refetch);
  const busy = live.loading || trying.loading || clearing.loading;

  function change(part: Partial<typeof draft>) {
    setDraft((now) => ({ ...now, ...part }));
    setRefusal(withoutProblem(refusal, Object.keys(part)[0] ?? ''));
  }

  async function submit() {
    const { text, modelId, note } = draft;
    const input = { task, text, modelId: modelId || null, note: note || null, basedOn };
    const answer = await save({ variables: { input } }).catch(() => null);
    const result = answer?.data?.savePrompt;
    if (result && 'newest' in result) return setMeanwhile(result);
    const why = answer ? refusalIn(result) : noAnswer;
    setRefusal(why);
    if (why || !result || !('versions' in result)) return;
    setSaved({ text, modelId, note: '' });
    // Keeps what was typed during the save.
    setDraft((now) => ({ ...now, note: now.note === note ? '' : now.note }));
    setBasedOn(result.versions[0]?.number ?? 0);
    void notify('success', `${taskNames[task]} is saved as version ${result.versions[0]?.number}`);
  }
  async function act(call: () => Promise<{ data?: Record<string, unknown> | null }>, done: string) {
    const answer = await call().catch(() => null);
    const why = answer ? refusalIn(Object.values(answer.data ?? {})[0] as object) : noAnswer;
    if (why) tell(why);
    else void notify('success', done);
  }
  async function goLive(versionId: string, number: number, reason?: string) {
    const answer = await makeLive({ variables: { versionId, reason } }).catch(() => null);
    const result = answer?.data?.makePromptLive;
    const sets = worseSetsIn(result);
    if (sets) return setHeld({ versionId, number, sets });
    const why = answer ? refusalIn(result) : noAnswer;
    if (why) return tell(why);
    setHeld(null);
    void notify('success', `Version ${number} is live`);
  }
  return (
    <>
      <div className={styles.two}>
        <form
          className={`leaf ${styles.part}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!saving.loading) void submit();
          }}
        >
          <div>
            <h2>{taskNames[task]}</h2>
            <OtherDeskEditors kind="PROMPT" id={prompt.id} what="this prompt" isEditing={isChanged} />
          </div>
          {refusal && (
            <Notice kind="error" title="It is not saved">
              <p>{summaryOf(refusal)}</p>
            </Notice>
          )}
          {meanwhile && (
            <SavedMeanwhile
              refusal={meanwhile}
              title={`${meanwhile.savedBy ?? 'Somebody'} saved version ${meanwhile.newest} meanwhile`}
              theirs={`/writer/prompts/?task=${task}`}
              saveYours="save yours as the version after it"
              save={saveButton}
              onSeen={() => {
                setBasedOn(meanwhile.newest);
                setMeanwhile(null);
              }}
            />
          )}
          <TextAreaField
            label="Instructions"
            className={`input ${styles.area}`}
            rows={12}
            value={draft.text}
            onChange={({ target }) => change({ text: target.value })}
            error={problemOf(refusal, 'text')}
            hint={`${draft.text.length} of 8000 characters.`}
          />
          {task === 'cards' && (
            <ModelField
              models={data.models}
              value={draft.modelId}
              onChange={({ target }) => change({ modelId: target.value })}
              error={problemOf(refusal, 'modelId')}
              hint="Asked before all others; it writes titles and summary too."
            />
          )}
          <TextField
            label="Why it is changed"
            value={draft.note}
            onChange={({ target }) => change({ note: target.value })}
            maxLength={300}
            error={problemOf(refusal, 'note')}
            autoComplete="off"
          />
          <div>
            <Button ref={saveButton} type="submit" busy={saving.loading}>
              Save as a new version
            </Button>
          </div>
        </form>
        <div className={styles.page}>
          <PreviewPrompt task={task} text={draft.text} />
          <Placeholders names={data.promptVariables} />
        </div>
      </div>
      <section className={`leaf ${listStyles.leaf}`} aria-label={`Versions of ${taskNames[task]}`}>
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
            {versions.map(({ id: versionId, number, status, author, note, createdAt, ...version }) => (
              <tr key={versionId}>
                <td>Version {number}</td>
                <td>
                  <StatusOfVersion status={status} onTrial={trialVersion?.id === versionId} />
                </td>
                <td>
                  {author?.name ?? 'somebody who has left'}, {momentInWords(createdAt)}
                </td>
                <td>
                  {note}
                  {version.liveReason && (
                    <p className="note">Made live with a reason: {version.liveReason}</p>
                  )}
                </td>
                <td className="num">{ratingsInWords(version.ratings)}</td>
                <td className="num" data-name="Conversations:">
                  {version.conversationCount > 0 ? (
                    <Link
                      to={`/writer/conversations/?promptVersion=${versionId}`}
                      aria-label={`${version.conversationCount} conversations that version ${number} wrote stories from`}
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
                      to={`/writer/stories/?promptVersion=${versionId}`}
                      aria-label={`Stories of version ${number}`}
                    >
                      Open
                    </Link>
                  )}
                </td>
                <td>
                  <div className="row">
                    {status === 'LIVE' ? (
                      <Button
                        look="quiet"
                        small
                        busy={busy}
                        onClick={() =>
                          void act(
                            () => clear({ variables: { task, label: 'LIVE' } }),
                            'The built-in text is followed again',
                          )
                        }
                      >
                        Take it off
                      </Button>
                    ) : (
                      <Button look="quiet" small busy={busy} onClick={() => void goLive(versionId, number)}>
                        {status === 'RETIRED' ? `Roll back to ${number}` : `Make ${number} live`}
                      </Button>
                    )}
                    {trialVersion?.id === versionId ? (
                      <Button
                        look="quiet"
                        small
                        busy={busy}
                        onClick={() =>
                          void act(
                            () => clear({ variables: { task, label: 'TRIAL' } }),
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
                          void act(() => tryIt({ variables: { versionId } }), `Version ${number} is on trial`)
                        }
                      >
                        Try {number}
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
            <tr>
              <td>Built in</td>
              <td>{liveVersion ? 'not followed' : 'followed'}</td>
              <td>Evertold</td>
              <td />
              <td />
              <td />
              <td />
              <td />
            </tr>
          </tbody>
        </table>
      </section>
      {newest && (
        <Difference
          wordings={[
            ...versions.map(({ id, number, text }) => ({ id, name: `Version ${number}`, text })),
            { id: 'built-in', name: 'Built in', text: builtInText },
          ]}
        />
      )}
      <WorseThanLive
        key={held?.versionId}
        held={held}
        busy={live.loading}
        onClose={() => setHeld(null)}
        onReason={({ versionId, number }, reason) => void goLive(versionId, number, reason)}
      />
    </>
  );
}
