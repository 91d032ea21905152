import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { ConsentRows } from '#web/consent/ConsentRows.tsx';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { weekdays } from '#web/subjects/weekdays.ts';
import { soonInWords } from '#web/subjects/when.ts';
import { EmailAddress } from '#web/ui/EmailAddress.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import styles from '../lists.module.css';
import { CallMonthsTable } from '../today/CallMinutes.tsx';
import { ModelUseTable } from '../today/ModelUseTable.tsx';
import { WellbeingNoteRow } from '../today/WellbeingNoteRow.tsx';
import { AuditOfSubject } from './AuditOfSubject.tsx';
import { ConversationsOfSubject } from './ConversationsOfSubject.tsx';
import { StatusOfSubject } from './StatusOfSubject.tsx';
import { StoriesOfSubject } from './StoriesOfSubject.tsx';
import { WriterSubjectDocument, type WriterSubjectQuery } from './subject.graphql.ts';
import { WorkOfSubject } from './WorkOfSubject.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return preload(WriterSubjectDocument, { id: subjectId, audit: { subjectId }, timeZone });
}

type Subject = NonNullable<WriterSubjectQuery['subject']>;

/** The desk's page about one subject. */
export function Component() {
  const { subject, auditLog } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject) return <Missing />;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>{subject.fullName}</DocumentTitle>
      <header className="desk-head">
        <h1>{subject.fullName}</h1>
        <StatusOfSubject status={subject.status} />
        <nav className="row row-end" aria-label={subject.fullName}>
          <Link to={`/dashboard/${subject.id}/`}>The book</Link>
          <Link to={`/writer/messages/?subjectId=${subject.id}`}>Messages</Link>
          <Link to={`/writer/subjects/${subject.id}/reconcile/`}>Reconcile</Link>
        </nav>
      </header>
      {subject.recentWellbeingNotes.length > 0 && (
        <section className={styles.pair} aria-labelledby="wellbeing">
          <h2 id="wellbeing">Wellbeing notes</h2>
          <table className={`table ${styles.wide} ${styles.states}`}>
            <tbody>
              {subject.recentWellbeingNotes.map((note) => (
                <WellbeingNoteRow key={note.id} note={note} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <section className={styles.pair}>
        <h2>Who</h2>
        <Facts rows={whoRows(subject)} />
      </section>
      <section className={styles.pair}>
        <h2>Schedule</h2>
        <Facts rows={scheduleRows(subject)} />
      </section>
      <section className={styles.pair}>
        <h2>Consent</h2>
        <ConsentRows subject={subject} />
      </section>
      <section className={styles.pair}>
        <h2>Members</h2>
        <ul className="list list-open">
          {subject.members.map(({ id, role, relationship, user }) => (
            <li key={id}>
              <b>{user.name}</b>, {[role.toLowerCase(), relationship].filter(Boolean).join(', ')}
              {user.email && (
                <span className="quiet">
                  {' '}
                  <EmailAddress>{user.email}</EmailAddress>
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.pair}>
        <h2>Conversations</h2>
        <ConversationsOfSubject
          subjectId={subject.id}
          conversations={subject.conversations.edges.map(({ node }) => node)}
        />
        {subject.conversations.pageInfo.hasNextPage && (
          <p>
            <Link to={`/writer/conversations/?subjectId=${subject.id}`}>All conversations</Link>
          </p>
        )}
      </section>
      <section className={styles.pair}>
        <h2>Stories</h2>
        <StoriesOfSubject subjectId={subject.id} stories={subject.cards.edges.map(({ node }) => node)} />
        {subject.cards.pageInfo.hasNextPage && (
          <p>
            <Link to={`/dashboard/${subject.id}/biography/`}>All stories, in the book</Link>
          </p>
        )}
      </section>
      <section className={styles.pair}>
        <h2>Work</h2>
        <WorkOfSubject subjectId={subject.id} queue={subject.queuedWork} setAside={subject.setAsideWork} />
      </section>
      {subject.callMonths.length > 0 && (
        <section className={styles.pair}>
          <h2>Calls by month</h2>
          <CallMonthsTable months={subject.callMonths} subjectId={subject.id} />
        </section>
      )}
      <section className={styles.pair}>
        <h2>Models</h2>
        {subject.modelUse.length === 0 ? (
          <p className="quiet">No language model was called for {subject.preferredName}.</p>
        ) : (
          <ModelUseTable
            period="Month"
            uses={subject.modelUse.map((use) => ({
              ...{ ...use, when: monthInWords(use.month) },
              opens: callsOf(subject.id, use.month),
            }))}
          />
        )}
      </section>
      <section className={styles.pair}>
        <h2>Audit log</h2>
        <AuditOfSubject subjectId={subject.id} entries={auditLog.edges.map(({ node }) => node)} />
      </section>
    </main>
  );
}

type Row = [title: string, words: string | null | undefined];

function Facts({ rows }: { rows: Row[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(
        ([title, words]) =>
          words && (
            <div className="contents" key={title}>
              <dt>{title}</dt>
              <dd>{words}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function whoRows(subject: Subject): Row[] {
  const { preferredName, pronouns, birthDate, birthPlace, phone, timeZone, language } = subject;
  return [
    ['Called', preferredName],
    ['Pronouns', pronouns],
    ['Born', [birthDate, birthPlace].filter(Boolean).join(', ')],
    ['Phone', phone && phoneInWords(phone)],
    ['Zone', timeZone],
    ['Language', language],
    ['Begun', new Date(subject.createdAt).toLocaleDateString('en-GB', { dateStyle: 'long' })],
    [
      'Deleted',
      subject.deletedAt && new Date(subject.deletedAt).toLocaleDateString('en-GB', { dateStyle: 'long' }),
    ],
    ['Id', subject.id],
  ];
}

function monthInWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Which single calls a month opens; null when all of them are erased already. */
function callsOf(subjectId: string, month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0));
  const keptSince = Date.now() - 31 * 86_400_000;
  if (last.getTime() < keptSince) return null;
  return { subjectId, dateFrom: `${month}-01`, dateTo: last.toISOString().slice(0, 10) };
}

function scheduleRows(subject: Subject): Row[] {
  const { hoursFrom, hoursUntil, callsPausedUntil, skippedCallAt, timeZone } = subject;
  const times = subject.callTimes.map(({ weekday, time }) => `${weekdays[weekday - 1]} ${time}`);
  const next = subject.nextText ?? subject.nextCall;
  const isPaused = callsPausedUntil !== null && Date.parse(callsPausedUntil) > Date.now();
  return [
    [subject.scheduledBy === 'SMS' ? 'Texts' : 'Calls', times.join(', ') || 'at no fixed times'],
    ['Hours', `${hoursFrom} to ${hoursUntil}`],
    ['Paused until', isPaused ? soonInWords(callsPausedUntil, timeZone) : null],
    ['Skipped', skippedCallAt && soonInWords(skippedCallAt, timeZone)],
    [subject.nextText ? 'Next text' : 'Next call', next && soonInWords(next.at, timeZone)],
    ['At most', `${subject.maxMinutes} minutes, ${subject.maxQuestions} questions`],
    ['Patience', `${subject.patienceMs / 1000} seconds`],
    ['Avoids', subject.avoidedThemes.join(', ') || 'nothing'],
    ['Readers', subject.viewersReadTranscripts ? 'read transcripts' : 'read stories only'],
    ['Stories', subject.publishesAutomatically ? 'appear by themselves' : 'wait for the family’s yes'],
  ];
}

export function Loading() {
  return <ListSkeleton title="A subject" />;
}
