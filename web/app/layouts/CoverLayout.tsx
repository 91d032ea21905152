import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import styles from './CoverLayout.module.css';

/** The footer of every public page. */
export function Foot() {
  return (
    <footer className={`wrap ${styles.foot}`}>
      <p>Evertold keeps a family’s stories.</p>
      <nav aria-label="About Evertold">
        <a href="/#how-it-works">How it works</a>
        <Link to="/about">About</Link>
        <Link to="/tos">Terms</Link>
        <Link to="/privacy">Privacy</Link>
        <Link to="/sms-opt-in/">Text messages</Link>
        <Link to="/developers/">For developers</Link>
      </nav>
    </footer>
  );
}

/** The layout of a plain public page: a cloth header, then paper. */
export function CoverLayout({
  title,
  lead,
  lang,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** The language of the title and the text where it isn't English. */
  lang?: string;
  children: ReactNode;
}) {
  return (
    <>
      <div className="cloth">
        <header className={`wrap ${styles.top}`}>
          <Link className="brand" to="/">
            <Brand />
          </Link>
          <nav aria-label="Evertold">
            <Link to="/sign-in">Sign in</Link>
          </nav>
        </header>
      </div>
      <main id="main" tabIndex={-1} lang={lang}>
        <div className={`cloth ${styles.title}`}>
          <div className="wrap">
            <h1>{title}</h1>
            {lead && <p className="lead">{lead}</p>}
          </div>
        </div>
        <div className={`wrap ${styles.paper}`}>{children}</div>
      </main>
      <Foot />
    </>
  );
}
