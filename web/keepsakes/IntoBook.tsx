import { useMutation, useQuery } from '@apollo/client/react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { edtfFromWords } from '#web/biography/story-dates.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice, State } from '#web/ui/Notice.tsx';
import { type Keepsake, type KeepsakesSubject, nameOf, refetchKeepsakes } from './keepsake.ts';
import styles from './keepsakes.module.css';
import {
  BeginOldRecordingDocument,
  DiscardOldRecordingDocument,
  KeepsakeWordsDocument,
} from './words/words.graphql.ts';

type IntoBookProps = { keepsake: Keepsake; subject: KeepsakesSubject };

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';

function wordsPath(subjectId: string, keepsakeId: string): string {
  return `/dashboard/${encodeURIComponent(subjectId)}/keepsakes/${encodeURIComponent(keepsakeId)}/words/`;
}

/** Puts the words of a recording into the book, or shows the progress or why it can’t be done. */
export function IntoBook({ keepsake, subject }: IntoBookProps) {
  const { oldRecording: known, whyNotInBook } = keepsake;
  const status = known?.status;
  if (known?.conversation) {
    const { id } = known.conversation;
    return (
      <p className={styles.intoBook}>
        <Link
          className={buttonClass({ look: 'text', small: true })}
          to={`/dashboard/${encodeURIComponent(subject.id)}/call-log/${encodeURIComponent(id)}/`}
        >
          Read the conversation<span className="sr">: {nameOf(keepsake)}</span>
        </Link>
      </p>
    );
  }
  if (status === 'IN_BOOK') return null;
  if (whyNotInBook) return <p className={`note ${styles.intoBook}`}>{whyNotInBook}.</p>;
  if (status === 'TRANSCRIBING' || status === 'ADDING' || (status === 'PREPARING' && known?.transcribes))
    return <Progress keepsake={keepsake} subject={subject} />;
  if (status === 'DRAFT' || status === 'PREPARING')
    return (
      <p className={styles.intoBook}>
        <Link className={buttonClass({ look: 'text', small: true })} to={wordsPath(subject.id, keepsake.id)}>
          {known?.transcribes ? 'Check the words' : 'Continue writing it down'}
          <span className="sr">: {nameOf(keepsake)}</span>
        </Link>
      </p>
    );
  return (
    <div className={styles.intoBook}>
      {known?.problem && (
        <p className="note">
          <State tone="warn">{known.problem}</State>
        </p>
      )}
      <BeginDialog keepsake={keepsake} subject={subject} />
    </div>
  );
}

/** The progress of the transcription, which is polled, with a button that discards the words. */
function Progress({ keepsake, subject }: IntoBookProps) {
  const { data } = useQuery(KeepsakeWordsDocument, {
    variables: { subjectId: subject.id, keepsakeId: keepsake.id },
    pollInterval: 2_000,
    fetchPolicy: 'cache-and-network',
  });
  const [discard, { loading }] = useMutation(DiscardOldRecordingDocument);
  const { status, durationSeconds, transcribedSeconds } =
    data?.subject?.keepsake?.oldRecording ?? keepsake.oldRecording ?? {};
  const minutes = (seconds: number) => Math.round(seconds / 60);
  const progress =
    durationSeconds && durationSeconds > 120 && transcribedSeconds
      ? `: ${minutes(transcribedSeconds)} of ${minutes(durationSeconds)} minutes`
      : '';
  async function discardWords() {
    const answer = await discard({ variables: { keepsakeId: keepsake.id } }).catch(() => null);
    const result = answer?.data?.discardOldRecording;
    if (result?.__typename !== 'Keepsake') await notify('error', result?.message ?? notReached);
  }
  return (
    <div className={styles.intoBook}>
      <p className="note" role="status">
        <State tone="pencil" open>
          {status === 'ADDING' ? 'Being put into the book' : `Being written down${progress}`}
        </State>
      </p>
      {status !== 'ADDING' && (
        <Button look="text" small busy={loading} onClick={() => void discardWords()}>
          Stop writing it down<span className="sr">: {nameOf(keepsake)}</span>
        </Button>
      )}
    </div>
  );
}

interface FormProblems {
  when?: string;
  notice?: string;
}

function BeginDialog({ keepsake, subject }: IntoBookProps) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const navigate = useNavigate();
  const [begin, { loading }] = useMutation(BeginOldRecordingDocument);
  const { id, mayBeTranscribed, whyNotTranscribed } = keepsake;
  const { preferredName: name, isSelf } = subject;
  const settingsPath = `/dashboard/${encodeURIComponent(subject.id)}/settings/`;
  const whose = isSelf ? 'your' : `${name}’s`;
  const { state, onSubmit } = useFormAction<FormProblems | null>(async (entered) => {
    const when = textOf(entered, 'happened').trim();
    const happened = when ? edtfFromWords(when) : '';
    if (happened === null) return { when: 'Write it as “June 1963”, “summer of 1952” or “about 1950”' };
    const way = mayBeTranscribed ? textOf(entered, 'way') : 'TYPE';
    const input = {
      ...{ keepsakeId: id, transcribe: way !== 'TYPE', addItself: way === 'ALONE' },
      ...(when !== (keepsake.happenedText ?? '') && { happened }),
    };
    const { data } = await begin({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.beginOldRecording;
    if (!answer) return { notice: notReached };
    if (answer.__typename === 'InvalidInput')
      return { when: capital(answer.issues[0]?.message ?? answer.message) };
    if (answer.__typename !== 'Keepsake') return { notice: answer.message };
    setOpen(false);
    if (way === 'TYPE') await navigate(wordsPath(subject.id, id));
    else await refetchKeepsakes(subject.id);
    return null;
  }, null);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="text" small>
          {isSelf
            ? 'This is my voice: put it into the book'
            : `This is ${name}’s voice: put it into the book`}
          <span className="sr">: {nameOf(keepsake)}</span>
        </Button>
      }
      title={`A recording of ${whose} voice`}
      lead="Its words become a conversation in the call log, and stories in the book. Everybody who may read conversations can hear it there."
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            Continue
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        {state?.notice && <Notice kind="error" title={state.notice} />}
        <TextField
          label="When is it from?"
          name="happened"
          defaultValue={keepsake.happenedText ?? ''}
          hint="As well as you know it: June 1963, summer of 1952, about 1950"
          error={state?.when}
        />
        {mayBeTranscribed && (
          <fieldset className={styles.people}>
            <legend>Who speaks on it?</legend>
            <CheckField type="radio" name="way" value="SEVERAL" defaultChecked>
              Others too: it is written down for you, and you check the words before they go into the book
            </CheckField>
            <CheckField type="radio" name="way" value="ALONE">
              Only {isSelf ? 'me' : name}: it is written down and put into the book
            </CheckField>
            <CheckField type="radio" name="way" value="TYPE">
              I’ll type it while I listen
            </CheckField>
          </fieldset>
        )}
        {whyNotTranscribed && (
          <p className="note">
            {whyNotTranscribed}.{' '}
            {isSelf ? (
              <>
                You can agree to it <Link to={settingsPath}>in the settings</Link>, under “What you agreed
                to”.
              </>
            ) : (
              `${name} can agree to it in the settings.`
            )}
          </p>
        )}
        <p className="note">
          {mayBeTranscribed
            ? 'To be written down, the sound is sent to the transcription service of this server. '
            : 'You type the words while you listen. What you have typed is kept, so you can stop and continue later. '}
          {isSelf
            ? 'If you withdraw your consent to recording, it is removed from the keepsakes too.'
            : `If ${name} withdraws the consent to recording, it is removed from the keepsakes too.`}
        </p>
      </form>
    </Dialog>
  );
}
