import type { FragmentType } from '@apollo/client';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { ageOf, yearsOf } from '../when.ts';
import styles from './today.module.css';
import { type Who_SubjectFragment, Who_SubjectFragmentDoc } from './Who.graphql.ts';

/** The subject of this book. */
export function Who({ subject }: { subject: FragmentType<Who_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Who_SubjectFragmentDoc, from: subject });
  const { id, selfUserId, fullName, birthDate, birthPlace, photo, status } = data;
  const memorial = status === 'MEMORIAL';
  const born = birthDate ? yearsOf(birthDate) : null;
  const age = memorial ? null : ageOf(birthDate);
  const exact = born && born.from === born.to ? born.from : null;
  const facts = [age ?? (exact && `born ${exact}`), birthPlace].filter(Boolean).join(', ');
  return (
    <section className={styles.who}>
      <Cameo of={selfUserId ?? id} name={fullName} photo={photo?.url} width={6.5} />
      <div>
        <h1>{fullName}</h1>
        {facts && <p className="quiet">{facts}</p>}
      </div>
    </section>
  );
}
