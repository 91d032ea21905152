import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { Prose } from './Prose.tsx';

export function Component() {
  return (
    <CoverLayout
      title="Privacy"
      lead="What is told here is told to somebody. This page says what we keep, why, who sees it, and how it goes away."
    >
      <DocumentTitle about="What Evertold keeps of a family, who sees it, and how it is taken back or deleted.">
        Privacy
      </DocumentTitle>
      <Prose>
        <p>This page holds from 1 November 2026. “We” is whoever runs Evertold at this address.</p>
        <h2>In short</h2>
        <ul>
          <li>
            The person who tells decides what is kept, written and shared, and can change their mind at any
            time.
          </li>
          <li>Nothing is sold. There are no advertisements and no trackers.</li>
          <li>Phone numbers and opt-ins to text messages are not shared with anybody for marketing.</li>
          <li>
            Stories are written with the help of AI. We say so, and each sentence shows the words it rests on.
          </li>
          <li>Everything can be deleted.</li>
        </ul>
        <h2>What we keep</h2>
        <h3>About people with an account</h3>
        <p>
          Your name, your email address, your password (only as a hash), a photo if you add one, a phone
          number if you confirm one, and when and from where you are signed in, so that you can end a session
          you do not know. From where means the country of the address that your device used last; it is
          worked out on our own server from a list that lies there, and no third party is asked.
        </p>
        <h3>About people who tell</h3>
        <p>
          Their name, and what the family or they themselves enter: a phone number, times that suit, a
          birthday. The words of each conversation. The sound of a talk in the browser, where they agreed to
          it and it was switched on in that talk; taking it back erases all of it. The stories made from it,
          and the people, places and dates named in them.
        </p>
        <h3>About consent</h3>
        <p>
          Each yes and each no: for what, with which wording, when and by which way. The wording is kept so
          that it can be read again later.
        </p>
        <h3>What the technology leaves behind</h3>
        <p>
          Logs with the time, the page and a number for the request, without what was said. One cookie that
          keeps you signed in. Nothing else is stored in your browser but what the app itself needs.
        </p>
        <h2>Why</h2>
        <p>
          To do what was asked for: to talk, to keep, to write, to show it to those it is meant for; to keep
          accounts safe; and to keep the proof that somebody agreed, because the law wants it. For calls,
          texts, recording, writing with AI and sharing, the reason is the teller’s consent. For everything
          else it is the agreement with you.
        </p>
        <h2>Who sees it</h2>
        <ul>
          <li>
            The teller, and the members of the family they share it with. Readers see finished stories; those
            who help with the book also see the transcripts.
          </li>
          <li>What was kept private: the teller alone.</li>
          <li>
            Our own staff only as far as it takes to keep Evertold running. Each look is written down and
            cannot be erased from that list.
          </li>
          <li>
            Companies that carry texts and mail, store files, or run language models for us, where they are
            used: only what each of them needs, only for us, and not for their own purposes.
          </li>
          <li>Authorities, if the law compels us; we tell you if we may.</li>
        </ul>
        <h2>Phone numbers and text messages</h2>
        <p>
          We use a number to send codes that were asked for, and to ask once by text whether texts are
          welcome. Calls, and conversations by text, aren’t set up here yet. Numbers, and the fact that
          somebody agreed to texts, are not sold and not shared with third parties or affiliates for
          marketing. STOP ends texts at once; HELP says who we are. More is on the page about{' '}
          <Link to="/sms-opt-in/">text messages</Link>.
        </p>
        <h2>AI</h2>
        <p>
          The interviewer is a computer program and says so. The words of a conversation are passed to a
          language model so that it can ask the next question and write stories; what is private or not agreed
          to is not. Where no language model is set up, a built-in program does both, and nothing leaves the
          server. Words are not used to train models. A program refuses sentences whose names, numbers or
          dates nobody said. No decision that matters to anybody’s rights is made by a machine.
        </p>
        <h2>How long</h2>
        <ul>
          <li>Conversations and stories: as long as the book is kept.</li>
          <li>Words that the person wants deleted: 30 days, seen by nobody else, then they are erased.</li>
          <li>A deleted book: its owner can restore it for 30 days. Then it is erased, with its pictures.</li>
          <li>A deleted account: at once, but for books that others own with you.</li>
          <li>Mails and texts that we sent: 30 days.</li>
          <li>
            The list of who agreed to what, and of what admins did: as long as the book, then 2 years without
            personal content.
          </li>
        </ul>
        <h2>Your rights</h2>
        <p>
          You can see what is kept about you, have it corrected, deleted or restricted, ask for a copy,
          object, and take back each consent for the time to come. The person who tells can keep words
          private, delete them and take consents back by saying so in a conversation. You can also complain to
          the data protection authority where you live.
        </p>
        <h2>Children</h2>
        <p>Accounts are for people of 16 and over. Children may of course appear in a family’s stories.</p>
        <h2>How it is kept safe</h2>
        <p>
          Connections are encrypted. What one family keeps cannot be reached from another. What somebody may
          not see does not exist for them, in pages, in files and for programs alike.
        </p>
        <h2>Asking</h2>
        <p>
          Answer any mail from Evertold and a person reads it. If this page changes in a way that matters, we
          write to you 30 days before. The rules for using Evertold are in the <Link to="/tos">terms</Link>.
        </p>
      </Prose>
    </CoverLayout>
  );
}
