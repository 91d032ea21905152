import { useRef, useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { useBookPictures } from '#web/biography/editing/use-book-pictures.ts';
import { cloths } from '#web/subjects/subject-settings/choices.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import styles from './makings.module.css';

const printable = /^image\/(jpeg|png|webp|avif|gif)$/;

/** Chooses the cloth of the cover, and a picture of the keepsakes to go on it. */
export function ChooseCover({ subjectId, cloth }: { subjectId: string; cloth: string }) {
  const { keepsakes, error, showMore } = useBookPictures(subjectId);
  const [busy, setBusy] = useState(false);
  const [coverId, setCoverId] = useState('');
  const covers = useRef<HTMLDivElement>(null);
  const pictures = keepsakes?.edges
    .map(({ node }) => node)
    .filter(({ media }) => printable.test(media.contentType));
  const { hasNextPage, endCursor } = keepsakes?.pageInfo ?? {};

  async function showOlder() {
    const shown = pictures?.length ?? 0;
    setBusy(true);
    await showMore(endCursor).catch(() =>
      notify('error', 'The older pictures did not load', { body: 'Try again.' }),
    );
    setBusy(false);
    // The button is gone with the last page, and the focus would be lost.
    requestAnimationFrame(() => covers.current?.querySelectorAll('input')[shown]?.focus());
  }

  return (
    <>
      <fieldset>
        <legend>Cloth of the cover</legend>
        <div className={styles.cloths}>
          {cloths.map(({ value, title }) => (
            <label key={value}>
              <input type="radio" name="cloth" value={value} defaultChecked={value === cloth} />
              <span className="cloth" data-cloth={value} />
              {title}
            </label>
          ))}
        </div>
      </fieldset>
      {pictures && (pictures.length > 0 || hasNextPage) ? (
        <fieldset>
          <legend>Picture on the cover</legend>
          <CheckField
            type="radio"
            name="cover"
            value=""
            checked={coverId === ''}
            onChange={() => setCoverId('')}
          >
            No picture
          </CheckField>
          <div className={styles.covers} ref={covers}>
            {pictures.map(({ id, title, description, media }, at) => (
              <label key={id}>
                <input
                  type="radio"
                  name="cover"
                  value={media.id}
                  checked={coverId === media.id}
                  onChange={() => setCoverId(media.id)}
                />
                <img
                  {...pictureSizes(media, '8rem')}
                  alt={title ?? description ?? `Picture ${at + 1}`}
                  loading="lazy"
                />
              </label>
            ))}
          </div>
          {hasNextPage && (
            <Button look="quiet" small busy={busy} onClick={() => void showOlder()}>
              Show older pictures
            </Button>
          )}
        </fieldset>
      ) : (
        error && (
          <p className="quiet">The pictures for the cover did not load. Reload the page to choose one.</p>
        )
      )}
      {/* Stays chosen while the list is read again. */}
      {coverId && !pictures?.some(({ media }) => media.id === coverId) && (
        <input type="hidden" name="cover" value={coverId} />
      )}
    </>
  );
}
