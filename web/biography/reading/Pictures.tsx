import { pictureSizes } from '#web/ui/picture-sizes.ts';
import styles from './book.module.css';
import type { Story_CardFragment } from './Story.graphql.ts';

/** Pictures of a story, each with its caption below. */
export function Pictures({ of: pictures }: { of: Story_CardFragment['pictures'] }) {
  return pictures.map(({ caption, ...picture }) => (
    <figure key={picture.id} className={`plate ${styles.wide}`}>
      <img
        {...pictureSizes(picture, '(max-width: 720px) 80vw, (max-width: 1100px) 100vw, 60rem')}
        alt={caption ?? 'A picture of this story'}
        loading="lazy"
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  ));
}
