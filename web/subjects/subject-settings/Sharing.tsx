import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { type ReactNode, startTransition, useOptimistic } from 'react';
import { notify } from '#web/app/notify.ts';
import { HeldBack } from '#web/biography/audience/HeldBack.tsx';
import { Switch } from '#web/ui/Field.tsx';
import { VoiceCodes } from '#web/voice-codes/VoiceCodes.tsx';
import { type Sharing_SubjectFragment, Sharing_SubjectFragmentDoc } from './Sharing.graphql.ts';
import styles from './settings.module.css';
import { useUpdateSubject } from './use-section.ts';

/** The settings of what readers may see and when stories appear. */
export function Sharing({ subject: from }: { subject: FragmentType<Sharing_SubjectFragment> }) {
  const { data } = useSuspenseFragment({ fragment: Sharing_SubjectFragmentDoc, from });
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
      <Rule
        subjectId={data.id}
        field="viewersSeeLivingDates"
        on={data.viewersSeeLivingDates}
        title="Readers see when living people were born"
        note="Otherwise they only see the dates of people who have died."
      />
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

function Rule({
  subjectId,
  field,
  on,
  title,
  note,
  children,
}: {
  subjectId: string;
  field: 'viewersReadTranscripts' | 'publishesAutomatically' | 'viewersSeeLivingDates' | 'playsVoiceCodes';
  on: boolean;
  title: string;
  note: string;
  children?: ReactNode;
}) {
  const { change } = useUpdateSubject(subjectId);
  const [shown, setShown] = useOptimistic(on);
  function turn(next: boolean) {
    startTransition(async () => {
      setShown(next);
      const refused = await change({ [field]: next });
      if (refused) await notify('error', 'Nothing was changed', { body: refused.whole ?? 'Try again.' });
    });
  }
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
