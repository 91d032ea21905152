import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { GiftToPrintDocument } from './card.graphql.ts';
import { GiftCardFace } from './GiftCardFace.tsx';
import styles from './gift.module.css';
import { recipientWords } from './recipient-words.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { giftId = '' } }: LoaderFunctionArgs) {
  return preload(GiftToPrintDocument, { id: giftId });
}

/** A gift card for printing: its front, and the instructions in large type. */
export function Component() {
  const { subjectId = '' } = useParams();
  const { gift } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!gift) return <Missing />;
  const { redeemCode: code, url, recipientName } = gift;
  const words = recipientWords(gift.language).card;
  return (
    <main className={`wrap ${styles.print}`} id="main" tabIndex={-1}>
      <DocumentTitle>{`The card for ${recipientName}`}</DocumentTitle>
      <p>
        <Link to={`/dashboard/${encodeURIComponent(subjectId)}/gift-another-loved-one/`}>
          Back to your gifts
        </Link>
      </p>
      <h1>The card for {recipientName}</h1>
      {!code || !url ? (
        <Notice title="There is no card to print">
          <p>{gift.status === 'REDEEMED' ? 'The gift was opened already.' : 'The gift can’t be opened.'}</p>
        </Notice>
      ) : (
        <>
          <p>
            The code opens the gift, once. Give it only to {recipientName}. Fold the sheet in the middle, with
            the cover outside.
          </p>
          <p>
            <Button onClick={() => print()}>Print the card</Button>
          </p>
          <div className={styles.sheet}>
            <section className={styles.inside} aria-label={words.title} lang={gift.language}>
              <h2>{words.title}</h2>
              <ol>
                {words.steps(new URL(url).host).map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <QrCode className={styles.qr} text={url} label={words.square} />
              <p className={styles.code}>{code}</p>
              <p className="note">{words.note}</p>
            </section>
            <GiftCardFace
              recipientName={recipientName}
              message={gift.words ?? ''}
              cloth={gift.cloth}
              language={gift.language}
            />
          </div>
        </>
      )}
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.print}`} id="main" tabIndex={-1}>
      <h1>The card</h1>
      <Skeleton what="the card">
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
