import styles from './book.module.css';
import type { Story_CardFragment } from './Story.graphql.ts';

/** Pictures of a story, each with its caption below. */
export function Pictures({ of: pictures }: { of: Story_CardFragment['pictures'] }) {
  return pictures.map(({ id, url, width, height, caption }) => (
    <figure key={id} className={`plate ${styles.wide}`}>
      <img
        src={url}
        alt={caption ?? 'A picture of this story'}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  ));
}
