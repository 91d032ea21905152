import { useMutation } from '@apollo/client/react';
import Copy from 'lucide-react/icons/copy';
import { type FormEvent, useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useAnswers } from '../answers.ts';
import { StepHeading } from '../OnboardingLayout.tsx';
import { InviteFamilyDocument } from '../onboarding.graphql.ts';
import type { OnboardingSubject } from '../subject.ts';
import {
  noAnswer,
  noProblems,
  problemsOf,
  type StepProblems,
  useAct,
  useSaveStep,
} from '../use-onboarding.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';

interface Invited {
  id: string;
  email: string;
  url: string;
  isLetterUnwanted: boolean;
}

/** Invites readers. Each gets an email, and a link that can also be passed on by hand. */
export function InviteStep({ subject }: { subject: OnboardingSubject }) {
  const { answers, set } = useAnswers(`invite:${subject.id}`, { email: '', role: 'EDITOR' });
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  const inviting = useAct();
  const going = useAct();
  const goTo = useSaveStep();
  const [invite] = useMutation(InviteFamilyDocument);

  async function send(): Promise<StepProblems> {
    const email = answers.email.trim();
    if (!email) return { fields: { email: 'Enter an email address' }, whole: null };
    const role = answers.role === 'VIEWER' ? 'VIEWER' : 'EDITOR';
    const { data } = await invite({ variables: { input: { subjectId: subject.id, role, email } } });
    const answer = data?.invite;
    if (!answer) return noAnswer;
    if (answer.__typename !== 'InviteSuccess') return problemsOf(answer);
    const { invitation, url, isLetterUnwanted } = answer;
    setInvited((before) => [...before, { id: invitation.id, email, url, isLetterUnwanted }]);
    set('email', '');
    return noProblems;
  }
  function onInvite(event: FormEvent): void {
    event.preventDefault();
    void inviting.run(send);
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void going.run(() => goTo('DONE', { finished: true }));
  }
  return (
    <>
      <StepHeading
        step="INVITE"
        lead="A book is better with readers. You can ask more of them in at any time."
      >
        Who reads along?
      </StepHeading>
      <form onSubmit={onInvite} noValidate>
        <div className={styles.two}>
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            value={answers.email}
            onChange={(event) => set('email', event.target.value)}
            error={inviting.problems.fields.email ?? inviting.problems.whole}
          />
          <SelectField
            label="As what"
            value={answers.role}
            onChange={(event) => set('role', event.target.value)}
            hint={
              answers.role === 'VIEWER'
                ? 'Reads and hears the stories, writes remarks about them, and asks questions.'
                : `Writes in ${bookNameOf(subject)} too, and reads what was said.`
            }
          >
            <option value="EDITOR">Family</option>
            <option value="VIEWER">Reader</option>
          </SelectField>
        </div>
        <Button look="quiet" type="submit" busy={inviting.busy}>
          Invite
        </Button>
      </form>
      {invited.length > 0 && (
        <ul className={`list ${styles.invited}`} aria-label="Invited">
          {invited.map(({ id, email, url, isLetterUnwanted }) => (
            <li key={id} className={styles.link}>
              <div>
                <b>{email}</b>{' '}
                {isLetterUnwanted
                  ? 'doesn’t want invitations and gifts by email, so we couldn’t send one. The invitation still works. The link, to send yourself:'
                  : 'is invited. The same link, to send yourself:'}
                <br />
                <code>{url}</code>
              </div>
              <Button look="quiet" small onClick={() => void copy(url)}>
                <Icon of={Copy} /> Copy the link
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={onSubmit}>
        <StepEnd
          step="INVITE"
          next={invited.length > 0 ? 'Finish' : 'Finish without inviting'}
          busy={going.busy}
          problems={going.problems}
        />
      </form>
    </>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await notify('success', 'Link copied');
  } catch {
    await notify('info', 'Copy it by hand', { body: 'This browser did not let us.' });
  }
}
