import type { FragmentType } from '@apollo/client';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { phoneInWords } from '#web/onboarding/PhoneField.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { wordsFor } from '../person-words.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import {
  type TrustedCaller_SubjectFragment,
  TrustedCaller_SubjectFragmentDoc,
} from './TrustedCaller.graphql.ts';
import { useSection } from './use-section.ts';

/** How the person recognizes Evertold's calls, and how Evertold recognizes the person. */
export function TrustedCaller({ subject: from }: { subject: FragmentType<TrustedCaller_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: TrustedCaller_SubjectFragmentDoc, from });
  const caller = data.trustedCaller;
  if (!caller) {
    return <p className="quiet">No phone service is set up here, so nobody can call or be called.</p>;
  }
  const words = wordsFor(data);
  return (
    <div className={styles.form}>
      <CodeWord subject={data} />
      <div className={styles.contact}>
        <QrCode
          className={styles.contactCode}
          text={caller.contactCard}
          label="A square code with Evertold’s phone number"
        />
        <div>
          <p>
            Evertold always calls from <b className="num">{phoneInWords(caller.number)}</b>, and{' '}
            {data.isSelf ? 'you' : words.name} can call there too.
          </p>
          {data.isAskedWhenCalling && (
            <p>
              To agree to calls without an account, {words.name} can call it from {words.their} own phone:
              Evertold reads out what {words.name} would agree to and asks for a yes.
            </p>
          )}
          <p className="note">Point the camera of a phone at the square to save the number as a contact.</p>
          <p>
            <a href={caller.contactCardPath} download="Evertold.vcf">
              Download the contact card
            </a>
          </p>
          <p>
            <Link to={`/dashboard/${encodeURIComponent(data.id)}/phone-card/`}>
              Print a card to put beside the telephone
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}

function CodeWord({ subject }: { subject: TrustedCaller_SubjectFragment }) {
  const words = wordsFor(subject);
  const section = useSection(subject.id, { codeWord: subject.codeWord ?? '' }, ({ codeWord }) => ({
    codeWord: codeWord.trim() || null,
  }));
  const { answers, set, problems } = section;
  const whom = subject.isSelf ? 'You' : words.name;
  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <TextField
        label="Code word"
        hint={`${whom} can ask “What’s the word?” at any time: on a call from us, by text or in the browser. ${
          subject.isSelf ? 'You say' : `${words.name} says`
        } it to show who calls when ${subject.isSelf ? 'you call' : `${words.they} ${words.verb('calls', 'call')}`} us.`}
        autoComplete="off"
        value={answers.codeWord}
        error={problems.fields.codeWord}
        onChange={({ target }) => set('codeWord', target.value)}
      />
      <SectionEnd section={section} what="the code word" />
    </form>
  );
}
