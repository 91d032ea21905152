import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { followKeepsakes } from '#web/keepsakes/follow-keepsakes.ts';
import { cloths } from '#web/subjects/subject-settings/choices.ts';
import { CheckField } from '#web/ui/Field.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { CoverPicturesDocument } from './makings.graphql.ts';
import styles from './makings.module.css';

const printable = /^image\/(jpeg|png|webp|avif|gif)$/;

/** Chooses the cloth of the cover, and a picture of the keepsakes to go on it. */
export function ChooseCover({ subjectId, cloth }: { subjectId: string; cloth: string }) {
  const { data, error, refetch } = useQuery(CoverPicturesDocument, { variables: { subjectId } });
  useEffect(() => followKeepsakes(subjectId, () => refetch()), [subjectId, refetch]);
  const pictures = data?.subject?.keepsakes.edges
    .map(({ node }) => node)
    .filter(({ media }) => printable.test(media.contentType));
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
      {pictures?.length ? (
        <fieldset>
          <legend>Picture on the cover</legend>
          <CheckField type="radio" name="cover" value="" defaultChecked>
            No picture
          </CheckField>
          <div className={styles.covers}>
            {pictures.map(({ id, title, description, media }, at) => (
              <label key={id}>
                <input type="radio" name="cover" value={media.id} />
                <img
                  {...pictureSizes(media, '8rem')}
                  alt={title ?? description ?? `Picture ${at + 1}`}
                  loading="lazy"
                />
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        error && (
          <p className="quiet">The pictures for the cover did not load. Reload the page to choose one.</p>
        )
      )}
    </>
  );
}
