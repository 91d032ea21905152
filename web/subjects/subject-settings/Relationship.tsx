import type { FragmentType } from '@apollo/client';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { TextField } from '#web/ui/Field.tsx';
import { type Details_SubjectFragment, Details_SubjectFragmentDoc } from './Details.graphql.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import { useSection } from './use-section.ts';

/** The setting of the member's relationship to the subject. */
export function Relationship({ subject: from }: { subject: FragmentType<Details_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Details_SubjectFragmentDoc, from });
  const kept = { relationship: data.myRelationship ?? '' };
  const section = useSection(data.id, kept, ({ relationship }) => ({
    relationship: relationship.trim() || null,
  }));
  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <TextField
        label={`Your relationship to ${data.preferredName}`}
        hint="For example daughter, grandson or neighbour. The interviewer mentions it when it says who is asking."
        maxLength={60}
        value={section.answers.relationship}
        onChange={(event) => section.set('relationship', event.target.value)}
        error={section.problems.fields.relationship}
      />
      <SectionEnd section={section} what="this" />
    </form>
  );
}
