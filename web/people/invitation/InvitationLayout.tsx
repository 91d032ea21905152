import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './InvitationLayout.module.css';

/** The cover of a book beside the actions of an invitation. */
export function InvitationLayout({
  invitation,
  title,
  lead,
  children,
}: {
  /** The invitation, if it is known. */
  invitation?: { id: string; subject: { preferredName: string; initials: string; cloth: string } };
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  const subject = invitation?.subject;
  return (
    <main className={styles.page} id="main" tabIndex={-1}>
      <section className={`cloth ${styles.cover}`} data-cloth={subject?.cloth}>
        <Link className="brand" to="/">
          <Brand />
        </Link>
        <div>
          {invitation && <Cameo of={invitation.id} initials={invitation.subject.initials} width={8} />}
          <h1>{title}</h1>
          <p className="lead quiet">{lead}</p>
          {subject && (
            <div className={styles.line}>
              <VoiceLine amps={speech(subject.preferredName, 26)} width={700} height={53} stretch />
            </div>
          )}
        </div>
      </section>
      <section className={styles.answer}>
        <div className="stack">{children}</div>
      </section>
    </main>
  );
}
