import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { preload } from '#web/app/preload.ts';
import { timeInPlace } from '#web/subjects/time-zone.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { CallMinutes } from './today/CallMinutes.tsx';
import { CallsPerDay } from './today/CallsPerDay.tsx';
import { Figures } from './today/Figures.tsx';
import { LiveTail } from './today/LiveTail.tsx';
import { MessagesPerDay } from './today/MessagesPerDay.tsx';
import { ModelUse } from './today/ModelUse.tsx';
import { NeedsSomebody } from './today/NeedsSomebody.tsx';
import { Queue } from './today/Queue.tsx';
import styles from './today/today.module.css';
import { WriterTodayDocument } from './today.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterTodayDocument, { timeZone: hereZone() });
}

/** The desk's overview: today's figures, what needs attention, and the newest messages. */
export function Component() {
  const { desk, messages } = useReadQuery(useLoaderData<typeof loader>()).data;
  const days = desk.messagesPerDay.map(({ day }) => day);
  const today = days.at(-1) ?? '';
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Writer</DocumentTitle>
      <Head />
      <Figures desk={desk} today={today} />
      <div className={styles.grid}>
        <NeedsSomebody desk={desk} today={today} />
        <LiveTail first={messages} />
        <MessagesPerDay desk={desk} />
        <CallsPerDay desk={desk} />
        <Queue desk={desk} />
        <CallMinutes desk={desk} />
        <ModelUse desk={desk} days={days} />
      </div>
    </main>
  );
}

/** The reader's time zone: a day starts at their midnight. */
const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Head() {
  const now = new Date();
  const day = now.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  const time = now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <header className="desk-head">
      <h1>{day}</h1>
      <p className="quiet num">{timeInPlace(time, hereZone())}</p>
    </header>
  );
}

export function Loading() {
  return (
    <main id="main" tabIndex={-1}>
      <Head />
      <Skeleton what="the day">
        <SkeletonBar width="100%" height="5rem" />
        <SkeletonLines lines={10} />
      </Skeleton>
    </main>
  );
}
