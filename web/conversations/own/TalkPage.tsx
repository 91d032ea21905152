import type { ReactNode } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { Impersonating } from '#web/app/layouts/Impersonating.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import styles from './talk.module.css';

/** A page with nothing but the question and the answer. */
export function TalkPage({
  note,
  action,
  dock,
  children,
}: {
  note?: ReactNode;
  /** The way out, at the end of the header. */
  action?: ReactNode;
  /** Fixed below the page. */
  dock?: ReactNode;
  children: ReactNode;
}) {
  const session = useSession();
  return (
    <>
      <DocumentTitle>Tell my own story</DocumentTitle>
      <Impersonating session={session} />
      <div className={styles.talk}>
        <header className={styles.head}>
          <Link className="brand" to="/">
            <Brand />
          </Link>
          <span className={`row row-end ${styles.out}`}>
            {note && <span className={`note ${styles.note}`}>{note}</span>}
            {action}
          </span>
        </header>
        <main className={styles.page} id="main" tabIndex={-1}>
          {children}
        </main>
        {dock && (
          <footer className={styles.dock}>
            <div>{dock}</div>
          </footer>
        )}
      </div>
    </>
  );
}
