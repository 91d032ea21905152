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
const remarkWords = { ...storyWords, AT_ONCE: 'Within an hour' };

/** The letters with a choice of how often. */
type Often = 'stories' | 'remarkNotices';

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
  const [set] = useMutation(SetNoticesDocument);
  const [missedCalls, setMissedCalls] = useOptimistic(membership.notices?.missedCalls ?? false);
  const { notices, subject, role } = membership;
  if (!notices) return null;
  const book = bookNameOf(subject);
  const words = wordsFor(subject);
  const of = named ? `, ${book}` : '';

  function save(choice: boolean) {
    startTransition(async () => {
      setMissedCalls(choice);
      const input = { subjectId: subject.id, missedCalls: choice };
      const { data } = await set({ variables: { input } }).catch(() => ({ data: null }));
      if (data?.setNotices.__typename === 'Membership') return;
      await notify('error', 'Your choice was not saved', { body: 'Try again.' });
    });
  }
  return (
    <>
      {named && <h3>{book}</h3>}
      <ul className={styles.rows}>
        <HowOften
          subjectId={subject.id}
          letters="stories"
          title="A new story"
          of={of}
          kept={notices.stories}
          words={storyWords}
        />
        <HowOften
          subjectId={subject.id}
          letters="remarkNotices"
          title="Remarks and hearts"
          note="What the family writes below a story, and the hearts it gives."
          of={of}
          kept={notices.remarkNotices}
          words={remarkWords}
        />
        {(role === 'OWNER' || role === 'EDITOR') && !subject.isSelf && !subject.whyNoCalls && (
          <li>
            <div>
              <b>A missed call</b>
              <p className="note">When we called at a time of the schedule and nobody picked up.</p>
            </div>
            <Switch
              label={`A missed call${of}`}
              checked={missedCalls}
              onChange={({ target }) => save(target.checked)}
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

/** The choice of how often to hear of something. */
function HowOften({
  subjectId,
  letters,
  title,
  note,
  of,
  kept,
  words,
}: {
  subjectId: string;
  letters: Often;
  title: string;
  note?: string;
  /** The book, where the user has several. */
  of: string;
  kept: StoryNotices;
  words: Record<StoryNotices, string>;
}) {
  const id = useId();
  const [set] = useMutation(SetNoticesDocument);
  /** The latest choice until the server responds; further choices start from it. */
  const [chosen, setChosen] = useState<StoryNotices | null>(null);
  const newest = useRef<Promise<unknown>>(Promise.resolve());

  async function choose(choice: StoryNotices) {
    setChosen(choice);
    const input = { subjectId, [letters]: choice };
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
  return (
    <li>
      <div>
        <label htmlFor={id}>
          <b>{title}</b>
        </label>
        {note && <p className="note">{note}</p>}
      </div>
      <select
        className="input"
        id={id}
        aria-label={`${title}${of}`}
        value={chosen ?? kept}
        onChange={({ target }) => void choose(target.value as StoryNotices)}
      >
        {Object.entries(words).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </li>
  );
}
