import type { FragmentType } from '@apollo/client';
import { type ReactNode, startTransition, useOptimistic } from 'react';
import type { LivingForViewers } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { HeldBack } from '#web/biography/audience/HeldBack.tsx';
import { SelectField, Switch } from '#web/ui/Field.tsx';
import { VoiceCodes } from '#web/voice-codes/VoiceCodes.tsx';
import { type Sharing_SubjectFragment, Sharing_SubjectFragmentDoc } from './Sharing.graphql.ts';
import styles from './settings.module.css';
import { type Change, useUpdateSubject } from './use-section.ts';

/** The settings of what readers may see and when stories appear. */
export function Sharing({ subject: from }: { subject: FragmentType<Sharing_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Sharing_SubjectFragmentDoc, from });
  return (
    <ul className={styles.rows}>
      <Rule
        subjectId={data.id}
        field="viewersReadTranscripts"
        on={data.viewersReadTranscripts}
        title="Readers may read the conversations"
        note="Otherwise they only read the stories."
      />
      <Rule
        subjectId={data.id}
        field="publishesAutomatically"
        on={data.publishesAutomatically}
        title="New stories are published automatically"
        note="Otherwise someone in the family reads each story first and publishes it."
      />
      <LivingPeople subjectId={data.id} choice={data.livingForViewers} />
      <Rule
        subjectId={data.id}
        field="playsVoiceCodes"
        on={data.playsVoiceCodes}
        title="Codes in printed books play the voice"
        note="Everyone who has the book can hear the stories that have a code. When this is off, all codes stay silent."
      >
        {data.playsVoiceCodes && <VoiceCodes subjectId={data.id} />}
      </Rule>
      <li className={styles.whole}>
        <div>
          <b>What is held back</b>
          <HeldBack subjectId={data.id} />
        </div>
      </li>
    </ul>
  );
}

const livingChoices: Record<LivingForViewers, { title: string; note: string }> = {
  EVERYTHING: { title: 'Everything', note: '' },
  WITHOUT_DATES: {
    title: 'Everything but their dates',
    note: 'Their dates are for those who write the book.',
  },
  STORIES_ONLY: {
    title: 'Only what the stories say',
    note: 'For readers they aren’t in the list of people or the family tree, and have no page. Books that you make don’t list them.',
  },
};

/** What readers see of living people. */
function LivingPeople({ subjectId, choice }: { subjectId: string; choice: LivingForViewers }) {
  const { shown, turn } = useRule(subjectId, choice, (livingForViewers) => ({ livingForViewers }));
  return (
    <li className={styles.whole}>
      <SelectField
        label="What readers see of living people"
        hint={`${livingChoices[shown].note} Somebody counts as living until you enter that they died.`.trim()}
        value={shown}
        onChange={({ target }) => turn(target.value as LivingForViewers)}
      >
        {Object.entries(livingChoices).map(([value, { title }]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </SelectField>
    </li>
  );
}

/** A setting that takes effect at once; shown as chosen while it is saved. */
function useRule<Value>(subjectId: string, kept: Value, inputFor: (next: Value) => Change) {
  const { change } = useUpdateSubject(subjectId);
  const [shown, setShown] = useOptimistic(kept);
  function turn(next: Value) {
    startTransition(async () => {
      setShown(next);
      const refused = await change(inputFor(next));
      if (refused) await notify('error', 'Nothing was changed', { body: refused.whole ?? 'Try again.' });
    });
  }
  return { shown, turn };
}

function Rule({
  subjectId,
  field,
  on,
  title,
  note,
  children,
}: {
  subjectId: string;
  field: 'viewersReadTranscripts' | 'publishesAutomatically' | 'playsVoiceCodes';
  on: boolean;
  title: string;
  note: string;
  children?: ReactNode;
}) {
  const { shown, turn } = useRule(subjectId, on, (next) => ({ [field]: next }));
  return (
    <li>
      <div>
        <b>{title}</b>
        <p className="note">{note}</p>
        {children}
      </div>
      <Switch label={title} checked={shown} onChange={({ target }) => turn(target.checked)} />
    </li>
  );
}
