import { useQuery } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useStoryChanges } from '../reading/use-story-changes.ts';
import { Hearts } from './Hearts.tsx';
import { RemarkForm } from './RemarkForm.tsx';
import { type Remark, RemarkLine } from './RemarkLine.tsx';
import { EarlierRemarksDocument, StoryRemarksDocument } from './remarks.graphql.ts';
import styles from './remarks.module.css';

/** What the family says about a story: hearts and remarks. Others' appear as they are written. */
export function Remarks({ subjectId, cardId }: { subjectId: string; cardId: string }) {
  const { data, error, refetch } = useQuery(StoryRemarksDocument, {
    variables: { cardId },
    fetchPolicy: 'cache-and-network',
  });
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const [status, setStatus] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  // When the query fails, the shown remarks stay; the next change queries again.
  const readAgain = () =>
    refetch().then(
      () => undefined,
      () => undefined,
    );
  useStoryChanges({ subjectId, cardId, of: 'STORY' }, refetch);

  if (!data) return error ? <NotRead onTryAgain={readAgain} /> : <div className={styles.waiting} aria-busy />;
  const { card } = data;
  if (!card) return null;
  const newest = card.remarks.edges.map(({ node }) => node);
  const shown = withoutDoubles([...(earlier?.remarks ?? []), ...newest]);
  const { hasPreviousPage, startCursor } = earlier ?? card.remarks.pageInfo;
  if (!card.canRemark && shown.length === 0 && card.heartCount === 0) return null;

  async function readEarlier(before: string) {
    const answer = await apollo
      .query({ query: EarlierRemarksDocument, variables: { cardId, before }, fetchPolicy: 'no-cache' })
      .catch(() => null);
    const page = answer?.data?.card?.remarks;
    if (!page) return notify('error', 'The earlier remarks could not be loaded', { body: 'Try again.' });
    const remarks = [...page.edges.map(({ node }) => node), ...(earlier?.remarks ?? [])];
    setEarlier({ ...page.pageInfo, remarks });
  }

  async function afterRemoval(id: string) {
    await readAgain();
    setEarlier((known) => known && { ...known, remarks: known.remarks.filter((each) => each.id !== id) });
    setStatus('Remark removed');
    heading.current?.focus();
  }

  return (
    <div className={styles.part}>
      <Hearts card={card} />
      <section aria-labelledby={`remarks-${cardId}`}>
        <h3 id={`remarks-${cardId}`} ref={heading} tabIndex={-1}>
          What the family says
        </h3>
        {hasPreviousPage && startCursor && (
          <Button look="quiet" small onClick={() => void readEarlier(startCursor)}>
            Show earlier remarks
          </Button>
        )}
        {shown.length > 0 && (
          <ul className="list list-open">
            {shown.map((remark) => (
              <RemarkLine key={remark.id} remark={remark} onRemoved={() => void afterRemoval(remark.id)} />
            ))}
          </ul>
        )}
        {shown.length === 0 && card.canRemark && (
          <p className="quiet">
            Nobody has written about this story yet. Do you remember something about it?
          </p>
        )}
        {card.canRemark && (
          <RemarkForm
            cardId={cardId}
            onSent={async () => {
              await readAgain();
              setStatus('Remark sent');
            }}
          />
        )}
        <p className="sr" role="status">
          {status}
        </p>
      </section>
    </div>
  );
}

/** The remarks before the newest ones, as far as the user has asked for them. */
type Earlier = { remarks: Remark[]; hasPreviousPage: boolean; startCursor?: string | null };

/** A remark can be on two pages when others were removed meanwhile. */
function withoutDoubles(remarks: readonly Remark[]): Remark[] {
  return [...new Map(remarks.map((remark) => [remark.id, remark])).values()];
}

function NotRead({ onTryAgain }: { onTryAgain: () => Promise<void> }) {
  return (
    <div className={styles.part}>
      <Notice title="What the family says could not be loaded">
        <Button look="quiet" small onClick={() => void onTryAgain()}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
