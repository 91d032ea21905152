import Check from 'lucide-react/icons/check';
import EyeOff from 'lucide-react/icons/eye-off';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import PencilLine from 'lucide-react/icons/pencil-line';
import { lazy, Suspense, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Book } from '../address.ts';
import { AudienceDialog } from '../audience/AudienceDialog.tsx';
import styles from './book.module.css';
import { MoveStory } from './MoveStory.tsx';
import { ConfirmCardDocument, SetCardStatusDocument, type Story_CardFragment } from './Story.graphql.ts';

// Loaded only with a hidden story.
const CodeOfMergedStory = lazy(() =>
  import('#web/voice-codes/CodeOfMergedStory.tsx').then(({ CodeOfMergedStory }) => ({
    default: CodeOfMergedStory,
  })),
);

type Card = Pick<Story_CardFragment, 'id' | 'status' | 'mark' | 'audience' | 'chapter'>;
type Status = Card['status'];

const doneWords: Record<Status, string> = {
  PUBLISHED: 'Published. Readers of the book see it now.',
  HIDDEN: 'Hidden. Only those who write see it.',
  DRAFT: 'A draft again.',
};

/** The actions on a story for users who may edit it. */
export function StoryActs({ card, book, editPath }: { card: Card; book: Book; editPath: string }) {
  const { busy, setStatus, confirm } = useActs(card);
  return (
    <div className={`row ${styles.acts}`}>
      <Link className={buttonClass({ look: 'quiet' })} to={editPath}>
        <Icon of={PencilLine} /> Edit
      </Link>
      {card.mark !== 'CONFIRMED' && (
        <Button look="quiet" busy={busy} onClick={confirm}>
          <Icon of={Check} /> Looks right
        </Button>
      )}
      {card.status === 'PUBLISHED' && (
        <Button look="quiet" busy={busy} onClick={() => setStatus('HIDDEN')}>
          <Icon of={EyeOff} /> Hide
        </Button>
      )}
      <MoveStory book={book} cardId={card.id} chapterKey={card.chapter.key} />
      {book.abilities.includes('MANAGE_SUBJECT') && (
        <AudienceDialog
          book={book}
          target={{ cardId: card.id }}
          audience={card.audience}
          trigger={
            <Button look="quiet">
              <Icon of={LockKeyhole} /> Who can read this
            </Button>
          }
        />
      )}
    </div>
  );
}

/** Says that readers can't see the story yet or any more, and offers to change that. */
export function VisibilityNotice({ card, book }: { card: Card; book: Book }) {
  const { busy, setStatus } = useActs(card);
  const isDraft = card.status === 'DRAFT';
  return (
    <div className={styles.standing}>
      <Notice title={isDraft ? 'A draft' : 'Hidden'}>
        <p>Only those who write in the book see it.</p>
        {card.status === 'HIDDEN' && (
          <Suspense fallback={null}>
            <CodeOfMergedStory cardId={card.id} book={book} />
          </Suspense>
        )}
        <div className={`row ${styles.standingDo}`}>
          <Button small busy={busy} onClick={() => setStatus('PUBLISHED')}>
            {isDraft ? 'Publish it' : 'Show it again'}
          </Button>
          {isDraft && (
            <Button small look="quiet" busy={busy} onClick={() => setStatus('HIDDEN')}>
              Hide it
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}

function useActs({ id }: Card) {
  const [busy, setBusy] = useState(false);

  async function act(
    run: () => Promise<{ __typename: string; message?: string } | undefined>,
    words: string,
  ) {
    setBusy(true);
    try {
      const answer = await run();
      if (answer?.__typename === 'Card') void notify('success', words);
      else
        void notify('error', 'That did not work', {
          body:
            answer?.message ?? 'The connection broke before Evertold answered. Nothing changed. Try again.',
        });
    } catch {
      void notify('error', 'That did not work', {
        body: 'The connection broke before Evertold answered. Nothing changed. Try again.',
      });
    }
    setBusy(false);
  }

  return {
    busy,
    setStatus: (status: Status) =>
      void act(async () => {
        const { data } = await apollo.mutate({ mutation: SetCardStatusDocument, variables: { id, status } });
        return data?.setCardStatus;
      }, doneWords[status]),
    confirm: () =>
      void act(async () => {
        const { data } = await apollo.mutate({ mutation: ConfirmCardDocument, variables: { id } });
        return data?.confirmCard;
      }, 'Confirmed'),
  };
}
