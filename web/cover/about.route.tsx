import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Prose } from './Prose.tsx';

export function Component() {
  return (
    <CoverLayout
      title="About Evertold"
      lead="Evertold keeps a family’s stories. It asks one good question at a time, listens, and writes down what it hears, in the words that were said."
    >
      <DocumentTitle about="What Evertold is, who it is for, and what it does with the words that a family trusts to it.">
        About
      </DocumentTitle>
      <Prose>
        <h2>Why it asks</h2>
        <p>
          Most people never write their life down, and most of them would gladly tell it. They don’t need a
          blank page. They need somebody who asks, and who has time.
        </p>
        <h2>What Evertold does</h2>
        <p>
          Evertold talks with them in the browser, alone or with somebody of the family at their side. It asks
          about one scene at a time: the kitchen, the first day at work, the walk home. It follows up on what
          was said. It never hurries, never tests what somebody remembers, and never corrects them. When it is
          over, the conversation is in the call log, word for word. Calls and conversations by text aren’t set
          up here yet.
        </p>
        <p>
          From these words Evertold writes short stories, arranged in chapters. Every sentence can be traced
          to the words it rests on. Touch a sentence, and you see them. A sentence that nobody said is not
          published.
        </p>
        <h2>It is a computer, and it says so</h2>
        <p>
          The interviewer is a computer program. It says so in its first sentence, and for whom it asks. The
          stories are written with the help of AI. It does not pretend to feel.
        </p>
        <h2>Who decides</h2>
        <p>
          The person who tells. Nothing is written or shared without their own yes, and they can take it back
          at any time: by saying so, or with a click. “Keep that between us” is all it takes to keep something
          private, from the family too. Nobody can give this consent for somebody else.
        </p>
        <p>
          What the family writes by hand stays as they wrote it. Where two people tell it differently, both
          tellings stand. Tellings differ.
        </p>
        <h2>It stays yours</h2>
        <p>
          The stories belong to the people who told them. There are no advertisements, and nothing is sold.
        </p>
      </Prose>
      <p>
        <Link className={buttonClass()} to="/sign-up">
          Start a book
        </Link>
      </p>
    </CoverLayout>
  );
}
