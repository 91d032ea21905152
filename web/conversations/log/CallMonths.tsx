import { useEffect, useRef, useState } from 'react';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { CallLogRouteQuery } from '../call-log.graphql.ts';
import { byMonth, callDay, happenedAt } from '../call-times.ts';
import { CallRow } from './CallRow.tsx';
import styles from './call-log.module.css';

type Subject = NonNullable<CallLogRouteQuery['subject']>;

/** The conversations by month; older ones load on scrolling or by the button. */
export function CallMonths({
  subject,
  calls: listed,
  older,
}: {
  subject: Subject;
  calls: readonly Subject['conversations']['edges'][number]['node'][];
  older: (() => Promise<void>) | null;
}) {
  const { timeZone, id: subjectId } = subject;
  const words = wordsFor(subject);
  const months = byMonth(listed, timeZone);
  return (
    <>
      {months.map(({ month, year, calls }) => (
        <section key={`${month}${year}`} aria-labelledby={`calls-${month}${year}`}>
          <h2 id={`calls-${month}${year}`}>
            {month} <span className="quiet">{year}</span>
          </h2>
          <ol className={styles.calls}>
            {calls.map((call, i) => (
              <CallRow
                key={call.id}
                conversation={call}
                subjectId={subjectId}
                timeZone={timeZone}
                words={words}
                sameDay={isSameDay(calls[i - 1], call, timeZone)}
              />
            ))}
          </ol>
        </section>
      ))}
      {older && <Older load={older} />}
    </>
  );
}

type Call = Parameters<typeof happenedAt>[0];

function isSameDay(above: Call | undefined, call: Call, timeZone: string): boolean {
  if (!above) return false;
  return callDay(happenedAt(above), timeZone).day === callDay(happenedAt(call), timeZone).day;
}

/** Loads older conversations when it comes near the screen or its button is pressed. */
function Older({ load }: { load: () => Promise<void> }) {
  const place = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function more() {
    setBusy(true);
    setFailed(false);
    await load().catch(() => setFailed(true));
    setBusy(false);
  }
  const near = useRef(more);
  useEffect(() => {
    near.current = more;
  });
  useEffect(() => {
    if (!place.current || failed || busy) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void near.current(),
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [failed, busy]);

  return (
    <div ref={place} className="stack">
      {failed && (
        <Notice kind="error" title="The older ones did not load">
          <p>Nothing is lost. Try again.</p>
        </Notice>
      )}
      <Button look="quiet" busy={busy} onClick={() => void more()}>
        Show older ones
      </Button>
    </div>
  );
}
