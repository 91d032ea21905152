import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { leadSizes, pictureSizes } from '#web/ui/picture-sizes.ts';
import { dayInWords } from '../when.ts';
import { type NewStories_SubjectFragment, NewStories_SubjectFragmentDoc } from './NewStories.graphql.ts';
import styles from './NewStories.module.css';
import { openingOf } from './sentences.ts';

type Story = NewStories_SubjectFragment['cards']['edges'][number]['node'];

/** The newest stories: the first with its beginning, two more beside each other. */
export function NewStories({
  subject,
  empty,
}: {
  subject: FragmentType<NewStories_SubjectFragment>;
  empty: ReactNode;
}) {
  const { data } = useKeptFragment({ fragment: NewStories_SubjectFragmentDoc, from: subject });
  const stories = data.cards.edges.map(({ node }) => node).filter(({ status }) => status !== 'HIDDEN');
  const [lead, ...more] = stories;
  return (
    <section>
      <h2 className="section-title">New in the book</h2>
      {lead ? <Lead story={lead} subjectId={data.id} /> : empty}
      {more.length > 0 && (
        <div className={styles.more}>
          {more.slice(0, 2).map((story) => (
            <article key={story.id}>
              <Told story={story} />
              <h3 className="told-title">
                <StoryLink story={story} subjectId={data.id} />
              </h3>
              <p className={styles.short}>{openingOf(story.body, 140)}</p>
            </article>
          ))}
        </div>
      )}
    </section>
  );
}

function Lead({ story, subjectId }: { story: Story; subjectId: string }) {
  const [picture] = story.pictures;
  return (
    <article className={styles.lead}>
      {picture && (
        <figure className="plate">
          <img {...pictureSizes(picture, leadSizes)} alt={picture.caption ?? ''} fetchPriority="high" />
        </figure>
      )}
      <Told story={story} />
      <h3 className="told-title">
        <StoryLink story={story} subjectId={subjectId} />
      </h3>
      <p className="told">{openingOf(story.body, 260)}</p>
      <p className="note">{readingTime(story.body)}</p>
    </article>
  );
}

function Told({ story }: { story: Story }) {
  const at = story.conversations[0]?.startedAt;
  return (
    <p className="note">
      {[story.chapter.title, at && `told on ${dayInWords(at)}`, story.status === 'DRAFT' && 'a draft']
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

function StoryLink({ story, subjectId }: { story: Story; subjectId: string }) {
  const search = new URLSearchParams({ cardId: story.id });
  return <Link to={`/dashboard/${encodeURIComponent(subjectId)}/biography/?${search}`}>{story.title}</Link>;
}

function readingTime(body: string): string {
  const minutes = Math.max(1, Math.round(body.split(/\s+/).length / 200));
  return `${minutes} min to read`;
}
