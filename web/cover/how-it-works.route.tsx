import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './how-it-works.module.css';
import { Prose } from './Prose.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const line = speech('how-it-works', 90, 0.7);

/** Explains what happens in a conversation, what is written, and who sees what. */
export function Component() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>How it works</DocumentTitle>
      <h1>How it works</h1>
      <p className="lead quiet">Evertold asks. They tell. You read.</p>
      <div className={styles.line}>
        <VoiceLine amps={line} width={1240} height={56} />
      </div>
      <Prose>
        <h2>What happens in a conversation</h2>
        <p>
          A conversation is held in the browser: alone, or with somebody of the family who types. The first
          sentence says that it is a computer, and for whom it asks. Calls and conversations by text aren’t
          set up here yet.
        </p>
        <p>
          Then it asks one question. What your family wants to know comes first, then what follows from what
          was just said, then a question of our own. It waits as long as it takes: an answer ends when you
          send it, and a long one is never cut. “Don’t ask me that” is enough, and it does not ask again.
          After half an hour, or the time you chose, it says goodbye.
        </p>
        <h2>What is written</h2>
        <p>
          Every word is kept before it is answered, so nothing is lost when the connection drops. From the
          transcript Evertold writes stories, in the teller’s own words where it can. Every sentence carries
          the words it rests on; touch it, and you see them. Names, numbers and dates that nobody said are not
          written. A new story is a draft until somebody in the family publishes it.
        </p>
        <p>
          What you write by hand, the machine never changes. It proposes, and you take it in or leave it out.
          If the same day is told in two ways, both stay.
        </p>
        <h2>Who sees what</h2>
        <ul>
          <li>The storyteller sees everything, and decides.</li>
          <li>Owners and editors, who keep the book, read transcripts and drafts.</li>
          <li>Readers read what is published, and ask questions of their own.</li>
          <li>“Keep that between us” keeps the last words private: nobody else can read them.</li>
          <li>
            “Only Rita may hear that” or “not until I’m gone” keeps them for that person, or until then.
          </li>
        </ul>
        <h2>What a yes is needed for</h2>
        <p>
          Calls, texts, recording, writing with the help of AI, and sharing: five separate answers, given by
          the teller alone and taken back by saying so. Calls and texts aren’t set up here yet: a yes to them
          is kept until they are. Without writing there is the transcript, and no story.
        </p>
      </Prose>
      <div className="row">
        <Link className={buttonClass()} to="/dashboard/tell-my-own-story/">
          Try it yourself
        </Link>
        <Link className={buttonClass({ look: 'quiet' })} to="/dashboard/">
          Open your books
        </Link>
      </div>
    </main>
  );
}
