import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import type { ConflictResolution } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import {
  type ConflictInFullFragment,
  WriterConflictPreviewDocument,
  type WriterConflictPreviewQuery,
} from './reconcile.graphql.ts';
import styles from './reconcile.module.css';

type Preview = WriterConflictPreviewQuery['conflictPreview'];

/** A preview of what a decision would change. */
export function WhatChanges({
  id,
  resolution,
  kind,
  isShared,
  subjectId,
  onSeen,
}: {
  id: string;
  resolution: ConflictResolution;
  kind: ConflictInFullFragment['kind'];
  /** The texts came from a phone that several people shared. */
  isShared: boolean;
  subjectId: string;
  onSeen: (mark: string | null) => void;
}) {
  const { data, error, refetch } = useQuery(WriterConflictPreviewDocument, {
    variables: { id, resolution },
    fetchPolicy: 'network-only',
  });
  const mark = data?.conflictPreview.mark ?? null;
  useEffect(() => onSeen(mark), [mark, onSeen]);
  if (error)
    return (
      <p role="alert">
        {error.message}{' '}
        <Button look="text" small onClick={() => void refetch().catch(() => {})}>
          Look again
        </Button>
      </p>
    );
  if (!data) return <SkeletonLines lines={2} />;
  return kind === 'UNKNOWN_PHONE' ? (
    <p>{resolution === 'DISMISS' ? (isShared ? textsAreNobodys : textsStay) : textsAdded}</p>
  ) : (
    <Changes preview={data.conflictPreview} subjectId={subjectId} />
  );
}

const textsAdded =
  'The texts become a conversation in the call log, and stories are written from them. Words that ask for it stay private. Nothing is sent to this phone, and no number and no consent changes.';
const textsAreNobodys =
  'These texts are added to no book, also when their writer answers us later. They are erased 30 days after they came.';
const textsStay = 'Nothing changes. These texts are not shown again; later texts from this phone can be.';

function Changes({ preview: { changes, keptPerson }, subjectId }: { preview: Preview; subjectId: string }) {
  if (keptPerson)
    return (
      <p>
        They become one person, called <b>{keptPerson.name}</b>. The other name is kept as another name of
        theirs, and the stories of both are theirs.
      </p>
    );
  if (changes.length === 0)
    return <p>No story changes. Both sides stay as they are, and this is not found again.</p>;
  return (
    <ul className={styles.changes}>
      {changes.map(({ cardId, title, kind, isProposal, before, after }) => (
        <li key={`${cardId}${kind}`}>
          <p>
            {kind === 'REWORDED' && 'A sentence is worded anew in '}
            {kind === 'TAKEN_OUT' && 'A sentence is taken out of '}
            {kind === 'ADDED_TO' && 'What only the other story tells is added to '}
            {kind === 'HIDDEN' && 'Readers don’t see this story any more: '}
            <Link to={`/dashboard/${subjectId}/biography/?cardId=${cardId}`}>{title}</Link>
          </p>
          {before && (
            <p className={styles.told}>
              <del>{before}</del>
            </p>
          )}
          {after && (
            <p className={styles.told}>
              <ins>{after}</ins>
            </p>
          )}
          {isProposal && (
            <p className="quiet">
              The family has worked on this story: it goes to them as a proposal, and they have the last word.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
