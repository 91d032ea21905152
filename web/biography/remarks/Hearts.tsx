import { useMutation } from '@apollo/client/react';
import Heart from 'lucide-react/icons/heart';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SetHeartDocument, type StoryRemarksQuery } from './remarks.graphql.ts';
import styles from './remarks.module.css';

type Card = NonNullable<StoryRemarksQuery['card']>;

const list = new Intl.ListFormat('en-GB');

/** The hearts of a story and who gave them; members give theirs here and, also if they only read, take it back. */
export function Hearts({ card }: { card: Card }) {
  const { heartCount, heartsFrom } = card;
  const others = heartCount - heartsFrom.length;
  const names = [...heartsFrom, ...(others > 0 ? [others === 1 ? 'one other' : `${others} others`] : [])];
  return (
    <div className={styles.hearts}>
      <HeartButton card={card} />
      {names.length > 0 && <p className="note">From {list.format(names)}</p>}
    </div>
  );
}

function HeartButton({ card }: { card: Card }) {
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
