import { useMutation } from '@apollo/client/react';
import Heart from 'lucide-react/icons/heart';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SetHeartDocument, type StoryRemarksQuery } from './remarks.graphql.ts';
import styles from './remarks.module.css';

type Card = NonNullable<StoryRemarksQuery['card']>;

/** The number of hearts, and for members the button that gives theirs or, also if they only read, takes it back. */
export function HeartButton({ card }: { card: Card }) {
  const [set, { loading }] = useMutation(SetHeartDocument);
  const { id: cardId, heartCount, heartedByMe, canRemark } = card;
  const words = heartCount === 0 ? 'Heart' : heartCount === 1 ? '1 heart' : `${heartCount} hearts`;
  if (!canRemark && !heartedByMe) {
    return heartCount === 0 ? null : (
      <p className="note">
        <Icon of={Heart} /> {words}
      </p>
    );
  }

  async function toggle() {
    const { data } = await set({ variables: { cardId, on: !heartedByMe } }).catch(() => ({ data: null }));
    const answer = data?.setHeart;
    if (answer?.__typename === 'Card') return;
    const body = answer?.message ?? 'The connection broke before Evertold answered. Try again.';
    await notify('error', 'Your heart was not saved', { body });
  }
  return (
    <Button
      look="quiet"
      className={styles.heart}
      aria-pressed={heartedByMe}
      busy={loading}
      onClick={() => void toggle()}
    >
      <Icon of={Heart} /> {words}
    </Button>
  );
}
