import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { Prose } from './Prose.tsx';

export function Component() {
  return (
    <CoverLayout
      title="Terms"
      lead="What you may expect of Evertold, and what we expect of you, in plain words."
    >
      <DocumentTitle about="The terms on which Evertold keeps a family’s stories.">Terms</DocumentTitle>
      <Prose>
        <p>
          These terms hold from 1 November 2026. “We” is whoever runs Evertold at this address; “you” is
          whoever uses it.
        </p>
        <h2>What Evertold is</h2>
        <p>
          Evertold talks with a person in the browser, keeps what was said, and writes stories from it for
          that person and their family. Calls and conversations by text aren’t set up here yet. The
          interviewer is a computer program. The stories are written with the help of AI, from the words that
          were said, and every sentence shows the words it rests on. AI can still misunderstand. Read what
          matters to you, and correct it.
        </p>
        <h2>Your account</h2>
        <p>
          You need an email address that is yours, and you must be at least 16. Keep your password to
          yourself. Tell us when you think somebody else has it. You can end your account at any time in your
          settings.
        </p>
        <h2>Consent is the teller’s own</h2>
        <p>
          Only the person whose stories are kept can agree to calls, to texts, to being recorded, to having
          stories written and to sharing them. You may not agree for somebody else, and you may not enter the
          number of a person who does not want to be called. They can take back each yes at any time: by
          saying so in a conversation, by texting STOP, or in the app. It takes effect at once.
        </p>
        <h2>Texts and calls</h2>
        <ul>
          <li>
            We call only after the person’s own yes, and never between 9 pm and 8 am where they are. Where no
            phone service is set up, we don’t call at all.
          </li>
          <li>
            We text a code that was asked for, and once to ask whether texts are welcome. Message and data
            rates may apply. Reply HELP for help, STOP to stop.
          </li>
          <li>The first sentence of a conversation says that it is a computer, and for whom it asks.</li>
          <li>We never ask for money, for a password, or for proof of who somebody is, on the phone.</li>
          <li>Agreeing to calls or texts is not a condition of buying anything.</li>
        </ul>
        <h2>What was told belongs to the teller</h2>
        <p>
          The words and stories belong to the person who told them; what you write yourself belongs to you.
          You allow us to store, copy and process them as far as it takes to do what this page describes, and
          for nothing else. We do not sell them, and we do not train models with them. This permission ends
          when they are deleted.
        </p>
        <h2>What you add</h2>
        <p>
          Add only what you may add: your own words and pictures, or those you have permission for. Do not use
          Evertold to harass, deceive or threaten anybody, to break the law, or to get at what others keep
          here. We may remove what does, and close an account that goes on with it; if we can, we say why
          first.
        </p>
        <h2>Private means private</h2>
        <p>
          What somebody asks to keep between them and Evertold is not shown to the family. Admins see it
          masked, can reveal it only with a reason, and each time is written down.
        </p>
        <h2>Evertold is not for emergencies</h2>
        <p>
          The interviewer is no doctor and no counsellor, and it does not call for help. In an emergency, call
          your local emergency number. If somebody says that they are in distress, it says where to find help
          and tells the owner of the book.
        </p>
        <h2>Ending</h2>
        <p>
          You can leave at any time. A deleted book can be restored for 30 days; then it is erased. If we have
          to end Evertold, we tell you at least 60 days before, so that you can print your books or have a
          copy of them.
        </p>
        <h2>If something goes wrong</h2>
        <p>
          We work with care, and keep words safe before we answer them. Still, no service is always there, and
          we cannot promise that it is. We are liable without limit for what we do on purpose or by gross
          negligence, and for injury to life and health; otherwise only for the damage that is typical and
          could be foreseen. Your rights as a consumer, where you live, stay as they are.
        </p>
        <h2>Changes</h2>
        <p>
          If these terms change in a way that matters, we write to you 30 days before. If you do not agree,
          you can end your account, and delete your books or hand them over.
        </p>
        <h2>Asking</h2>
        <p>
          Answer any mail from Evertold and a person reads it. What we keep, and why, is on the{' '}
          <Link to="/privacy">privacy page</Link>.
        </p>
      </Prose>
    </CoverLayout>
  );
}
