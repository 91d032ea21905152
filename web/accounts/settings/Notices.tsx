import { useMutation } from '@apollo/client/react';
import { startTransition, useId, useOptimistic, useRef, useState } from 'react';
import type { StoryNotices } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { bookNameOf, capital, wordsFor } from '#web/subjects/person-words.ts';
import { Switch } from '#web/ui/Field.tsx';
import styles from '../AccountLayout.module.css';
import { SetNoticesDocument, type SettingsPartsFragment } from '../settings.graphql.ts';

type Membership = SettingsPartsFragment['memberships'][number];

const storyWords: Record<StoryNotices, string> = {
  AT_ONCE: 'As it is written',
  WEEKLY: 'Once a week',
  NEVER: 'Never',
};

/** The email notifications, per book. */
export function Notices({ memberships }: { memberships: readonly Membership[] }) {
  if (memberships.length === 0) {
    return (
      <p className="quiet">Once you read somebody’s book, you choose here what we write to you about.</p>
    );
  }
  return memberships.map((membership) => (
    <OfBook key={membership.id} membership={membership} named={memberships.length > 1} />
  ));
}

function OfBook({ membership, named }: { membership: Membership; named: boolean }) {
  const stories = useId();
  const [set] = useMutation(SetNoticesDocument);
  /** The latest choice until the server responds; further choices start from it. */
  const [chosen, setChosen] = useState<StoryNotices | null>(null);
  const [missedCalls, setMissedCalls] = useOptimistic(membership.notices?.missedCalls ?? false);
  const [remarks, setRemarks] = useOptimistic(membership.notices?.remarks ?? false);
  const newest = useRef<Promise<unknown>>(Promise.resolve());
  const { notices, subject, role } = membership;
  if (!notices) return null;
  const book = bookNameOf(subject);
  const words = wordsFor(subject);
  const of = named ? `, ${book}` : '';

  async function choose(choice: StoryNotices) {
    setChosen(choice);
    const input = { subjectId: subject.id, stories: choice };
    // Sent one after another: otherwise the request that arrives last would win, not the latest choice.
    const request = newest.current.then(() => set({ variables: { input } }).catch(() => ({ data: null })));
    newest.current = request;
    const { data } = await request;
    if (newest.current !== request) return;
    setChosen(null);
    const done = data?.setNotices.__typename === 'Membership';
    return done
      ? notify('success', 'Saved')
      : notify('error', 'Your choice was not saved', { body: 'Try again.' });
  }
  function save(choice: { missedCalls: boolean } | { remarks: boolean }) {
    startTransition(async () => {
      if ('remarks' in choice) setRemarks(choice.remarks);
      else setMissedCalls(choice.missedCalls);
      const input = { subjectId: subject.id, ...choice };
      const { data } = await set({ variables: { input } }).catch(() => ({ data: null }));
      if (data?.setNotices.__typename === 'Membership') return;
      await notify('error', 'Your choice was not saved', { body: 'Try again.' });
    });
  }
  return (
    <>
      {named && <h3>{book}</h3>}
      <ul className={styles.rows}>
        <li>
          <label htmlFor={stories}>
            <b>A new story</b>
          </label>
          <select
            className="input"
            id={stories}
            aria-label={`A new story${of}`}
            value={chosen ?? notices.stories}
            onChange={({ target }) => void choose(target.value as StoryNotices)}
          >
            {Object.entries(storyWords).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </li>
        <li>
          <div>
            <b>Remarks about stories</b>
            <p className="note">What the family writes below a story. At most one email an hour.</p>
          </div>
          <Switch
            label={`Remarks about stories${of}`}
            checked={remarks}
            onChange={({ target }) => save({ remarks: target.checked })}
          />
        </li>
        {(role === 'OWNER' || role === 'EDITOR') && !subject.isSelf && !subject.whyNoCalls && (
          <li>
            <div>
              <b>A missed call</b>
              <p className="note">When we called at a time of the schedule and nobody picked up.</p>
            </div>
            <Switch
              label={`A missed call${of}`}
              checked={missedCalls}
              onChange={({ target }) => save({ missedCalls: target.checked })}
            />
          </li>
        )}
        {role === 'OWNER' && !subject.isSelf && (
          <li>
            <div>
              <b>{capital(words.they)} may need you</b>
              <p className="note">
                We always write at once when {subject.preferredName} says something that worries us.
              </p>
            </div>
          </li>
        )}
      </ul>
    </>
  );
}
