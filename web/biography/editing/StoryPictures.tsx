import { useQuery } from '@apollo/client/react';
import Plus from 'lucide-react/icons/plus';
import { useId, useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { pictureTypes } from '#web/app/picture-types.ts';
import { Sendings } from '#web/keepsakes/Sendings.tsx';
import { sendFiles } from '#web/keepsakes/sending.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import type { Book } from '../address.ts';
import { useStoryChanges } from '../reading/use-story-changes.ts';
import { ChoosePicture } from './ChoosePicture.tsx';
import styles from './edit.module.css';
import {
  PlacePictureDocument,
  type StoryPictureFragment,
  StoryPicturesDocument,
} from './story-pictures.graphql.ts';
import { type StoryText, wordsOf } from './text/story-text.ts';

type Changes = { description?: string | null; afterParagraph?: number | null; cardId?: string | null };

/** The pictures of a story: their captions and places, and pictures to add. Each change is saved at once. */
export function StoryPictures({ book, cardId, text }: { book: Book; cardId: string; text: StoryText }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { data, refetch } = useQuery(StoryPicturesDocument, {
    variables: { cardId },
    fetchPolicy: 'cache-and-network',
  });
  const pictures = (data?.card?.keepsakes ?? []).filter(({ media }) =>
    media.contentType.startsWith('image/'),
  );
  useStoryChanges({ subjectId: book.id, cardId, of: 'STORY' }, refetch);

  async function save(picture: StoryPictureFragment, changes: Changes): Promise<boolean> {
    const variables = { input: { id: picture.id, ...changes } };
    const { data } = await apollo
      .mutate({ mutation: PlacePictureDocument, variables })
      .catch(() => ({ data: null }));
    const answer = data?.saveKeepsake;
    if (answer?.__typename !== 'Keepsake') {
      await notify('error', 'The picture is not changed', {
        body: answer?.message ?? 'Evertold couldn’t be reached. Try again.',
      });
      return false;
    }
    await refetch().catch(() => undefined);
    return true;
  }

  async function takeOut(picture: StoryPictureFragment) {
    const { description, afterParagraph } = picture;
    if (!(await save(picture, { cardId: null }))) return;
    heading.current?.focus();
    const putBack = () => void save(picture, { cardId, description, afterParagraph: afterParagraph ?? null });
    await notify('success', 'The picture is not in this story any more', {
      body: 'It’s still in the keepsakes.',
      action: { label: 'Undo', onClick: putBack },
    });
  }

  return (
    <section className={styles.part} aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`} ref={heading} tabIndex={-1}>
        Pictures in this story
      </h2>
      <p className="note">Changes to pictures are saved at once.</p>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture) => (
            <PictureRow
              key={picture.id}
              picture={picture}
              text={text}
              onSave={(changes) => save(picture, changes)}
              onTakeOut={() => void takeOut(picture)}
            />
          ))}
        </ul>
      )}
      <div className="row">
        <ChoosePicture
          subjectId={book.id}
          cardId={cardId}
          onChoose={(picture) => save(picture, { cardId, afterParagraph: null })}
        />
        <Button look="quiet" onClick={() => files.current?.click()}>
          <Icon of={Plus} /> Add a new photo
        </Button>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Photos to add to this story"
          accept={pictureTypes}
          onChange={({ target }) => {
            sendFiles(book.id, target.files ?? [], cardId);
            // Reset, so that the same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      <Sendings subjectId={book.id} />
    </section>
  );
}

function PictureRow({
  picture,
  text,
  onSave,
  onTakeOut,
}: {
  picture: StoryPictureFragment;
  text: StoryText;
  onSave: (changes: Changes) => Promise<boolean>;
  onTakeOut: () => void;
}) {
  const { description, title, media, afterParagraph } = picture;
  const [caption, setCaption] = useState(description ?? '');
  const [busy, setBusy] = useState(false);
  const name = title ?? description ?? 'a picture without a caption';
  const paragraphs = text.map(wordsOf).filter((words) => words.trim());

  async function saveCaption() {
    setBusy(true);
    if (await onSave({ description: caption.trim() || null })) await notify('success', 'Caption saved');
    setBusy(false);
  }

  return (
    <li className={styles.picture}>
      <img {...untilLoaded(media)} {...pictureSizes(media, '10rem')} alt={name} loading="lazy" />
      <div className={styles.pictureWords}>
        <TextField
          label="Caption"
          maxLength={2_000}
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would save the story.
            event.preventDefault();
            void saveCaption();
          }}
        />
        <SelectField
          label="Place in the story"
          value={afterParagraph == null ? '' : String(Math.min(afterParagraph, paragraphs.length))}
          onChange={({ target: { value } }) =>
            void onSave({ afterParagraph: value === '' ? null : Number(value) })
          }
        >
          <option value="">The usual place</option>
          <option value="0">Before the text</option>
          {paragraphs.map((words, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is known by its number
            <option key={at} value={at + 1}>
              {`After paragraph ${at + 1}: ${beginningOf(words)}`}
            </option>
          ))}
        </SelectField>
        <div className="row">
          {caption.trim() !== (description ?? '') && (
            <Button look="quiet" small busy={busy} onClick={() => void saveCaption()}>
              Save caption
            </Button>
          )}
          <Button look="text" small aria-label={`Take out of this story: ${name}`} onClick={onTakeOut}>
            Take out of this story
          </Button>
        </div>
      </div>
    </li>
  );
}

function beginningOf(words: string): string {
  return words.length > 40 ? `${words.slice(0, 40).trim()}…` : words;
}
