import type { FragmentType } from '@apollo/client';
import { lazy, Suspense } from 'react';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { type Worry_SubjectFragment, Worry_SubjectFragmentDoc } from './Worry.graphql.ts';

// Loaded lazily, because most visits don't need it.
const WorryNotes = lazy(async () => ({ default: (await import('./WorryNotes.tsx')).WorryNotes }));

/** For owners: words of crisis that were said, until somebody records what was done. */
export function Worry({ subject }: { subject: FragmentType<Worry_SubjectFragment> }) {
  const { data } = useKeptFragment({
    fragment: Worry_SubjectFragmentDoc,
    fragmentName: 'Worry_subject',
    from: subject,
  });
  const unseen = data.wellbeingNotes.filter(({ seenAt }) => seenAt === null);
  if (unseen.length === 0) return null;
  return (
    <Suspense>
      <WorryNotes data={data} unseen={unseen} />
    </Suspense>
  );
}
