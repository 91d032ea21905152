import { Link } from '#web/app/Link.tsx';
import { kindWords } from '#web/keepsakes/keepsake.ts';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import type { PersonRouteQuery } from '../person.graphql.ts';
import styles from '../person.module.css';

type Keepsake = NonNullable<NonNullable<PersonRouteQuery['subject']>['person']>['keepsakes'][number];

/** The photos, letters and recordings that a person is in. */
export function Keepsakes({ subjectId, keepsakes }: { subjectId: string; keepsakes: readonly Keepsake[] }) {
  return (
    <section className={styles.keepsakes}>
      <h2 className={styles.title}>Photos and things from the stories</h2>
      <ul>
        {keepsakes.map(({ id, kind, title, description, happenedText, media }) => {
          const name = title ?? description ?? kindWords[kind];
          const isPicture = media.contentType.startsWith('image/');
          return (
            <li key={id}>
              <figure className="plate">
                {isPicture && (
                  <img
                    {...untilLoaded(media)}
                    {...pictureSizes(media, '(max-width: 720px) 50vw, 16rem')}
                    alt={title ?? description ?? 'A photo without a title'}
                    loading="lazy"
                  />
                )}
                <figcaption>
                  {[isPicture ? (title ?? description) : `${kindWords[kind]}: ${name}`, happenedText]
                    .filter(Boolean)
                    .join(', ')}
                </figcaption>
              </figure>
            </li>
          );
        })}
      </ul>
      <p>
        <Link to={`/dashboard/${encodeURIComponent(subjectId)}/keepsakes/`}>All keepsakes</Link>
      </p>
    </section>
  );
}
