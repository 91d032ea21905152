import { useEffect, useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { Foot } from '#web/app/layouts/CoverLayout.tsx';
import { mayBeSignedIn } from '#web/app/signed-in-hint.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { type EdgeChapter, ForeEdge } from '#web/ui/ForeEdge.tsx';
import styles from './home.module.css';
import { Sample } from './Sample.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const chapters: EdgeChapter[] = [
  { id: 'before', title: 'Before me', stories: 3, expected: 3 },
  { id: 'rivet', title: 'Rivet Street', stories: 6, expected: 2 },
  { id: 'hurricane', title: 'The hurricane year', stories: 2, expected: 3 },
  { id: 'number', title: 'Number, please', stories: 6, fresh: 1, expected: 1 },
  { id: 'des', title: 'Des', stories: 4, fresh: 1, expected: 3 },
  { id: 'children', title: 'Three children, one bathroom', stories: 0, expected: 8 },
  { id: 'kitchen', title: 'The kitchen', stories: 2, expected: 3 },
  { id: 'now', title: 'What I know now', stories: 1, expected: 5 },
];

/** False until known: most visitors are not signed in, and the prerendered page is the same for all. */
function useSignedIn(): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    if (!mayBeSignedIn()) return;
    let isMounted = true;
    import('#web/app/session.ts')
      .then(({ currentSession }) => currentSession())
      .then(
        (session) => isMounted && setSignedIn(session !== null),
        () => undefined, // without a response the page stays as it is for everyone
      );
    return () => {
      isMounted = false;
    };
  }, []);
  return signedIn;
}

export function Component() {
  const signedIn = useSignedIn();
  return (
    <>
      <DocumentTitle about="Evertold asks somebody you love one good question at a time, and keeps their stories as a book. Touch a sentence, and see the words it rests on.">
        They tell it in their own words. You keep it as a book
      </DocumentTitle>
      <Sample
        head={
          <header className={`wrap ${styles.top}`}>
            <Link className="brand" to="/">
              <Brand />
            </Link>
            <nav aria-label="Evertold">
              <a className="only-desk" href="#how-it-works">
                How it works
              </a>
              {signedIn ? <Link to="/sign-out">Sign out</Link> : <Link to="/sign-in">Sign in</Link>}
            </nav>
          </header>
        }
      >
        <h1>
          They tell it <br className="only-desk" />
          in their words. <br className="only-desk" />
          You keep it <br className="only-desk" />
          as a book.
        </h1>
        <p className="lead">
          Evertold asks the person you love one good question at a time, here in the browser, and writes the
          story down in their own words.
        </p>
        <div className={`row ${styles.go}`}>
          {signedIn ? (
            <Link className={buttonClass({ look: 'lamp' })} to="/dashboard/">
              Open your books
            </Link>
          ) : (
            <Link className={buttonClass({ look: 'lamp' })} to="/sign-up?redirect=%2Fonboarding%2F">
              Start a book
            </Link>
          )}
          <Link className={buttonClass({ look: 'quiet' })} to="/invite/">
            {signedIn ? 'Your invitations' : 'I was invited'}
          </Link>
        </div>
      </Sample>
      <Short />
      <Foot />
    </>
  );
}

function Short() {
  return (
    <section className="wrap" id="how-it-works" aria-label="How it works">
      <div className={styles.three}>
        <div>
          <h2>They open a page</h2>
          <p>A browser is enough, on a phone, a tablet or a computer. You can sit down with them and type.</p>
        </div>
        <div>
          <h2>They talk</h2>
          <p>
            Half an hour or five minutes. “Keep that between us” is all it takes to keep something private.
          </p>
        </div>
        <div>
          <h2>You read</h2>
          <p>Touch any sentence and see the words it rests on.</p>
        </div>
      </div>
      <div className={styles.promise}>
        <div>
          <h2>A book that gets thicker</h2>
          <p className="lead quiet">
            It grows with each conversation. You see which chapters have stories, and which nobody has asked
            about yet. Ask a question, and Evertold asks it in the next conversation.
          </p>
          <p className="quiet">Read it together, correct it, print it from your browser. It stays yours.</p>
        </div>
        <ForeEdge label="A book seen from the side, chapter by chapter" chapters={chapters} />
      </div>
    </section>
  );
}
