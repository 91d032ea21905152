import { type ReactNode, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiUrl } from '#web/app/addresses.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import layout from '#web/people/invitation/InvitationLayout.module.css';
import { Brand } from '#web/ui/Brand.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import styles from './listen.module.css';
import { listenWords } from './listen-words.ts';
import { StoryPlayer } from './StoryPlayer.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** What the server plays for a printed code. */
export interface HeardStory {
  title: string;
  name: string;
  cloth: string;
  /** The language of the book. */
  language: string;
  seconds: number;
  loudness: number[];
  paragraphs: string[];
}

type Answer = HeardStory | 'closed' | 'too-many' | 'none';

export async function loader({ params: { token = '' } }: LoaderFunctionArgs) {
  const address = apiUrl(`/listen/${encodeURIComponent(token)}`);
  return { address, answer: await storyAt(address) };
}

/** Nobody has to be signed in, so no cookies are sent. */
async function storyAt(address: string): Promise<Answer> {
  try {
    const answer = await fetch(`${address}/story`, { credentials: 'omit', cache: 'no-store' });
    if (answer.ok) return (await answer.json()) as HeardStory;
    if (answer.status === 404) return 'closed';
    return answer.status === 429 ? 'too-many' : 'none';
  } catch {
    return 'none';
  }
}

/** The page that a code in a printed book opens: a story in the voice of the person who told it. */
export function Component() {
  const { address, answer } = useLoaderData<typeof loader>();
  const [isClosed, setClosed] = useState(false);
  if (answer === 'none') {
    return (
      <Cover title="Evertold can’t be reached">
        <h2>Nothing is lost</h2>
        <p className="quiet">Check your connection, then open the code again.</p>
      </Cover>
    );
  }
  if (answer === 'too-many') {
    return (
      <Cover title="Many codes were opened here">
        <h2>Wait an hour, then try again</h2>
        <p className="quiet">This protects the stories from people who guess codes.</p>
      </Cover>
    );
  }
  if (answer === 'closed' || isClosed) {
    return (
      <Cover title="This can’t be heard now">
        <h2>Why is that?</h2>
        <p className="quiet">
          The family may have switched it off, or the address may be incomplete. Scan the code again, or ask
          the person who gave you the book.
        </p>
      </Cover>
    );
  }
  const { title, name, cloth, paragraphs } = answer;
  const words = listenWords(answer.language);
  return (
    <Cover title={title} isStory cloth={cloth} lead={words.toldBy(name)} lang={words.language}>
      <StoryPlayer
        story={answer}
        soundUrl={`${address}/sound`}
        onGone={async () => setClosed((await storyAt(address)) === 'closed')}
      />
      <details className={styles.words}>
        <summary>{words.read}</summary>
        {paragraphs.map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a loaded page don't change
          <p key={at} className="told">
            {paragraph}
          </p>
        ))}
      </details>
    </Cover>
  );
}

function Cover({
  title,
  isStory = false,
  lead,
  cloth,
  lang,
  children,
}: {
  title: string;
  /** Whether the title is a story's, in the family's own words. */
  isStory?: boolean;
  lead?: string;
  cloth?: string;
  lang?: string;
  children: ReactNode;
}) {
  return (
    <main className={layout.page} id="main" tabIndex={-1} lang={lang}>
      <DocumentTitle>{title}</DocumentTitle>
      <section className={`cloth ${layout.cover}`} data-cloth={cloth}>
        <Link className="brand" to="/">
          <Brand />
        </Link>
        <div>
          <h1 className={isStory ? styles.title : undefined}>{title}</h1>
          {lead && <p className="lead quiet">{lead}</p>}
        </div>
      </section>
      <section className={layout.answer}>
        <div className="stack">{children}</div>
      </section>
    </main>
  );
}

export function Loading() {
  return (
    <Cover title="A story to hear">
      <Skeleton what="the story">
        <SkeletonLines />
      </Skeleton>
    </Cover>
  );
}
