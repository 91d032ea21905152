import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link } from '#web/app/Link.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import { KeepsakesAskedAboutDocument, type KeepsakesAskedAboutQuery } from './AskedAbout.graphql.ts';
import styles from './conversation.module.css';

type Keepsake = NonNullable<KeepsakesAskedAboutQuery['conversation']>['keepsakesAskedAbout'][number];

/**
 * The photos and other keepsakes that were asked about, so that a reader sees what is spoken of. `newest` is the `seq` of
 * the newest message, with which it asks again.
 */
export default function AskedAbout({
  conversationId,
  subjectId,
  newest,
}: {
  conversationId: string;
  subjectId: string;
  newest: number;
}) {
  const { data, refetch } = useQuery(KeepsakesAskedAboutDocument, {
    ...{ variables: { id: conversationId }, fetchPolicy: 'no-cache' },
  });
  const conversation = data?.conversation;
  const isBehind = !!conversation && conversation.messageCount < newest;
  useEffect(() => {
    if (isBehind && newest) void refetch().catch(() => undefined);
  }, [isBehind, newest, refetch]);
  if (!conversation?.keepsakesAskedAbout.length) return null;
  return (
    <section>
      <h2 className={`section-title ${styles.asideTitle}`}>Asked about</h2>
      <ul className={styles.pictures}>
        {conversation.keepsakesAskedAbout.map((keepsake) => (
          <li key={keepsake.id}>
            <Link to={`/dashboard/${encodeURIComponent(subjectId)}/keepsakes/`}>
              <Shown keepsake={keepsake} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shown({ keepsake: { kind, title, description, media } }: { keepsake: Keepsake }) {
  const name = title ?? description;
  if (!media.contentType.startsWith('image/')) return name ?? 'A keepsake';
  return (
    <img
      {...untilLoaded(media)}
      {...pictureSizes(media, '(max-width: 720px) 90vw, 22rem')}
      alt={name ?? (kind === 'PHOTO' ? 'A photo without a title' : 'A keepsake without a title')}
      loading="lazy"
    />
  );
}
