import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { phoneInWords } from '#web/onboarding/PhoneField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { PhoneCardRouteDocument } from './phone-card.graphql.ts';
import styles from './phone-card.module.css';
import { cardWordsIn } from './phone-card-words.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(PhoneCardRouteDocument, { subjectId });
}

/** A printable card for the telephone: who calls, from which number, when, and the code word. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject?.abilities.includes('MANAGE_SUBJECT')) return <Missing />;
  const { preferredName, isSelf, codeWord, trustedCaller, scheduledBy } = subject;
  const words = cardWordsIn(subject.language);
  const times = scheduledBy === 'PHONE' ? subject.callTimes : [];
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>The card for the telephone</DocumentTitle>
      <p className={styles.screen}>
        <Link to={`/dashboard/${encodeURIComponent(subject.id)}/settings/`}>Back to the settings</Link>
      </p>
      <h1 className={styles.screen}>The card for the telephone</h1>
      {trustedCaller ? (
        <>
          <p className={styles.screen}>
            Print it and put it beside {isSelf ? 'your' : `${preferredName}’s`} telephone.{' '}
            {codeWord && 'It shows the code word: whoever sees the card can use it.'}
          </p>
          <p className={styles.screen}>
            <Button onClick={() => print()}>Print the card</Button>
          </p>
          <section className={styles.card} aria-label="The card" lang={subject.language}>
            <p className={styles.brand}>{words.callsFrom}</p>
            <p className={`num ${styles.number}`}>{phoneInWords(trustedCaller.number)}</p>
            {times.length > 0 && (
              <>
                <h2>{words.whenItCalls}</h2>
                <ul>
                  {times.map(({ weekday, time }) => (
                    <li key={`${weekday} ${time}`}>{words.callTime(weekday, time)}</li>
                  ))}
                </ul>
              </>
            )}
            <h2>{words.isItReally}</h2>
            {codeWord ? (
              <p>
                {words.askForWord} <b className={styles.word}>{codeWord}</b>
              </p>
            ) : (
              <p>{words.saysWhoItIs}</p>
            )}
            <p>{words.neverAsks}</p>
          </section>
        </>
      ) : (
        <Notice title="There is no card to print">
          <p>No phone service is set up here, so nobody is called.</p>
        </Notice>
      )}
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>The card for the telephone</h1>
      <Skeleton what="the card">
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
