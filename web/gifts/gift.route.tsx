import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { preload } from '#web/app/preload.ts';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { GiftForm } from './GiftForm.tsx';
import { GiftsGiven } from './GiftsGiven.tsx';
import { GiftRouteDocument, type GivenGiftFragment } from './gift.graphql.ts';
import styles from './gift.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(GiftRouteDocument, { id: subjectId });
}

/** The form to give Evertold to someone, and the gifts given so far. */
export function Component() {
  const { subject, giftWays, gifts } = useReadQuery(useLoaderData<typeof loader>()).data;
  const [changed, setChanged] = useState<GivenGiftFragment | null>(null);
  // A key that resets the form for another gift and after each save.
  const [forms, setForms] = useState(0);
  if (!subject || subject.deletedAt) return <Missing />;
  function open(gift: GivenGiftFragment | null): void {
    setChanged(gift);
    setForms(forms + 1);
    document.querySelector<HTMLElement>('#main')?.focus();
    scrollTo({ top: 0 });
  }
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Give Evertold</DocumentTitle>
      <header className={styles.head}>
        <h1>{changed ? `The gift for ${changed.recipientName}` : 'Give Evertold to someone else'}</h1>
        <p className="lead quiet">A book of their own stories, in their own words.</p>
      </header>
      <GiftForm
        key={forms}
        subjectId={subject.id}
        ways={giftWays}
        gift={changed}
        onSaved={() => open(null)}
      />
      <GiftsGiven subjectId={subject.id} gifts={gifts.edges.map(({ node }) => node)} onChange={open} />
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <header className={styles.head}>
        <h1>Give Evertold to someone else</h1>
      </header>
      <Skeleton what="the gifts">
        <SkeletonLines lines={8} />
      </Skeleton>
    </main>
  );
}
