import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import styles from './edit.module.css';
import type { StoryPictureFragment } from './story-pictures.graphql.ts';
import { useBookPictures } from './use-book-pictures.ts';

/** Chooses a picture of the book's keepsakes for a story. */
export function ChoosePicture({
  subjectId,
  cardId,
  onChoose,
}: {
  subjectId: string;
  cardId: string;
  onChoose: (picture: StoryPictureFragment) => Promise<boolean>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button look="quiet">Choose from the keepsakes</Button>}
      title="Choose a picture"
      lead="A picture belongs to one story. If you choose one of another story, it moves here."
      actions={<DialogClose className="btn btn-text">Cancel</DialogClose>}
    >
      <Pictures
        subjectId={subjectId}
        cardId={cardId}
        onChoose={async (picture) => {
          if (await onChoose(picture)) setOpen(false);
        }}
      />
    </Dialog>
  );
}

function Pictures({
  subjectId,
  cardId,
  onChoose,
}: {
  subjectId: string;
  cardId: string;
  onChoose: (picture: StoryPictureFragment) => Promise<void>;
}) {
  const { keepsakes, error, showMore, refetch } = useBookPictures(subjectId);
  const [busyId, setBusyId] = useState<string | null>(null);
  if (error && !keepsakes) {
    return (
      <Notice kind="error" title="The keepsakes could not be loaded">
        <Button look="quiet" small onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!keepsakes) return <p className="quiet">Loading the keepsakes</p>;
  const pictures = keepsakes.edges
    .map(({ node }) => node)
    .filter(({ media, card }) => media.contentType.startsWith('image/') && card?.id !== cardId);
  const { hasNextPage, endCursor } = keepsakes.pageInfo;

  async function choose(picture: StoryPictureFragment) {
    setBusyId(picture.id);
    await onChoose(picture);
    setBusyId(null);
  }

  return (
    <>
      {pictures.length === 0 && !hasNextPage && (
        <p className="quiet">There are no other pictures in the keepsakes.</p>
      )}
      <ul className={styles.choosing}>
        {pictures.map((picture) => {
          const { id, title, description, media, card } = picture;
          const name = title ?? description ?? 'A picture without a caption';
          return (
            <li key={id}>
              <button
                type="button"
                disabled={busyId !== null}
                className={styles.choice}
                onClick={() => void choose(picture)}
              >
                <img {...untilLoaded(media)} {...pictureSizes(media, '10rem')} alt="" loading="lazy" />
                <span>{name}</span>
                {card && <span className="note">In “{card.title}”</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button look="quiet" small onClick={() => void showMore(endCursor).catch(() => undefined)}>
          Show more
        </Button>
      )}
    </>
  );
}
