import FileText from 'lucide-react/icons/file-text';
import { Icon } from '#web/ui/Icon.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import { isPicture, nameOf } from './keepsake.ts';
import { isRecording, Recording } from './Recording.tsx';
import type { ShownKeepsakeFragment } from './ShownKeepsake.graphql.ts';
import styles from './shown-keepsake.module.css';

/** A keepsake beside the words about it: a small picture, a player, or a link to the document, with its caption. */
export function ShownKeepsake({ keepsake }: { keepsake: ShownKeepsakeFragment }) {
  const { media, title, description, happenedText } = keepsake;
  const name = nameOf(keepsake);
  const caption = [title ?? (happenedText ? description?.replace(/\.$/, '') : description), happenedText]
    .filter(Boolean)
    .join(', ');
  return (
    <figure className={styles.shown}>
      {isPicture(keepsake) ? (
        <img {...untilLoaded(media)} {...pictureSizes(media, '18rem')} alt={name} />
      ) : isRecording(media) ? (
        <Recording media={media} name={name} mayDownload={false} />
      ) : (
        <a className={styles.document} href={media.url} target="_blank" rel="noreferrer">
          <Icon of={FileText} /> Open {name}
        </a>
      )}
      {caption && <figcaption className="note">{caption}</figcaption>}
    </figure>
  );
}
