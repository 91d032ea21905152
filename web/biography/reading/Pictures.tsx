import { isRecording, Recording } from '#web/keepsakes/Recording.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import styles from './book.module.css';
import type { Story_CardFragment } from './Story.graphql.ts';

/** The pictures of a story, each with its caption below. */
export function Pictures({ of: pictures }: { of: Story_CardFragment['pictures'] }) {
  return pictures.map(({ caption, ...picture }) => (
    <figure key={picture.id} className={`plate ${styles.wide}`}>
      <img
        {...untilLoaded(picture)}
        {...pictureSizes(picture, '(max-width: 720px) 80vw, (max-width: 1100px) 100vw, 60rem')}
        alt={caption ?? 'A picture of this story'}
        loading="lazy"
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  ));
}

type Keepsake = Story_CardFragment['keepsakes'][number];

/** The recordings, films and documents of a story. */
export function OtherKeepsakes({ of: keepsakes }: { of: readonly Keepsake[] }) {
  return keepsakes
    .filter(({ media }) => !media.contentType.startsWith('image/'))
    .map(({ id, title, description, media }) => (
      <figure key={id} className={`plate ${styles.wide}`}>
        <KeepsakeFile name={title ?? description} media={media} />
        {(title || description) && <figcaption>{[title, description].filter(Boolean).join('. ')}</figcaption>}
      </figure>
    ));
}

function KeepsakeFile({
  name,
  media: { url, contentType },
}: {
  name: string | null;
  media: Keepsake['media'];
}) {
  if (isRecording({ contentType })) {
    const sort = contentType.startsWith('audio/') ? 'recording' : 'film';
    return (
      <Recording media={{ url, contentType }} name={name ?? `A ${sort} of this story`} mayDownload={false} />
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open {name ?? 'the document'}
    </a>
  );
}
