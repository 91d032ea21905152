import { useMutation, useReadQuery } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router';
import { signInPath } from '#web/app/addresses.ts';
import { apollo } from '#web/app/apollo.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Broken } from '#web/app/errors.tsx';
import type { GiftStatus } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { currentSession } from '#web/app/session.ts';
import { forgetAnswers } from '#web/onboarding/answers.ts';
import styles from '#web/people/invitation/InvitationLayout.module.css';
import { Brand } from '#web/ui/Brand.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import gifts from './gift.module.css';
import { dateInWords, firstName } from './gift-words.ts';
import { OpenGiftDocument, type OpenGiftQuery, RedeemGiftDocument } from './open-gift.graphql.ts';

export async function loader({ params: { token = '' } }: LoaderFunctionArgs) {
  const page = preload(OpenGiftDocument, { token });
  const session = await currentSession().catch(() => null);
  return { token, page, me: session?.user ?? null };
}

type Card = NonNullable<OpenGiftQuery['giftPreview']>;
type Closed = Exclude<GiftStatus, 'SCHEDULED' | 'DELIVERED'>;

const closed: Record<Closed, { title: string; body: string }> = {
  DRAFT: { title: 'There is no such gift', body: 'Look at the code again.' },
  REDEEMED: {
    title: 'This gift was opened already',
    body: 'A gift can be opened once. If you opened it, the book is among your books.',
  },
  CANCELLED: { title: 'This gift was cancelled', body: 'The person who gave it can tell you why.' },
  EXPIRED: { title: 'This gift is too old', body: 'A gift can be opened for a year.' },
};

/** A gift opened by its link or code: the card, and the button to begin. */
export function Component() {
  const { token, page, me } = useLoaderData<typeof loader>();
  const card = useReadQuery(page).data.giftPreview;
  const [status, setStatus] = useState<GiftStatus | null>(null);
  const now = status ?? card?.status;
  if (!card) {
    return (
      <GiftLayout title="There is no such gift" lead="The code may be incomplete.">
        <h2>Look at the code again</h2>
        <p className="quiet">It has 16 letters and digits. Or open the link in the message you were sent.</p>
        <p>
          <Link className={buttonClass({ look: 'quiet' })} to="/onboarding/?step=who">
            Enter the code again
          </Link>
        </p>
      </GiftLayout>
    );
  }
  if (now !== 'SCHEDULED' && now !== 'DELIVERED') {
    const { title, body } = closed[now as Closed];
    return (
      <GiftLayout title={title} lead={`It was for ${card.recipientName}.`} cloth={card.cloth}>
        <h2>It can’t be opened</h2>
        <p className="quiet">{body}</p>
        <p>
          <Link className={buttonClass({ look: 'quiet' })} to={me ? '/dashboard/' : '/'}>
            {me ? 'Go to your books' : 'Go to the home page'}
          </Link>
        </p>
      </GiftLayout>
    );
  }
  return (
    <GiftLayout
      title={card.recipientName}
      above="For"
      lead={`From ${card.giverName}`}
      words={card.words}
      cloth={card.cloth}
    >
      {me ? (
        <OpenGift card={card} token={token} myName={me.name} onClosed={setStatus} />
      ) : (
        <SignInFirst card={card} />
      )}
      <hr className="rule" />
      <p className="note">
        You can open it until {dateInWords(card.expiresAt)}. We won’t ask, write or share anything until you
        agree.
      </p>
    </GiftLayout>
  );
}

/** Says how long to wait after too many tried codes; other errors are shown as usual. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!(error instanceof Error) || !/Too many codes/.test(error.message)) return <Broken />;
  return (
    <GiftLayout title="Too many codes were tried" lead="The gift is still there.">
      <h2>Wait an hour, and try again</h2>
      <p className="quiet">This keeps anybody from guessing the code of somebody else’s gift.</p>
    </GiftLayout>
  );
}

/** Says that an account is needed; after signing up, the user returns to the gift. */
function SignInFirst({ card }: { card: Card }) {
  const { pathname } = useLocation();
  return (
    <>
      <h2>{card.giverName} is giving you Evertold</h2>
      <p className="quiet">
        It asks about your life, listens, and writes your stories down in your own words. You need an account
        first. Afterwards you come back here.
      </p>
      <Link className={buttonClass({ wide: true })} to={`/sign-up?redirect=${encodeURIComponent(pathname)}`}>
        Create an account
      </Link>
      <Link className={buttonClass({ look: 'quiet', wide: true })} to={signInPath(pathname)}>
        I have an account
      </Link>
    </>
  );
}

const noAnswer = 'The connection broke before Evertold answered. The gift is still here: try again.';

function OpenGift({
  card,
  token,
  myName,
  onClosed,
}: {
  card: Card;
  token: string;
  myName: string;
  /** The gift was opened by someone else or cancelled meanwhile. */
  onClosed: (status: GiftStatus) => void;
}) {
  const navigate = useNavigate();
  const [isSelf, setSelf] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [redeem, { loading }] = useMutation(RedeemGiftDocument);
  const name = firstName(card.recipientName);

  async function begin(): Promise<void> {
    setProblem(null);
    const { data } = await redeem({ variables: { token, isSelf } }).catch(() => ({ data: null }));
    const answer = data?.redeemGift;
    if (!answer) return setProblem(noAnswer);
    if (answer.__typename === 'GiftUnusable') return onClosed(answer.status);
    if (answer.__typename !== 'Subject') return setProblem(answer.message);
    forgetAnswers();
    // The user's books and their place in the onboarding have changed.
    await apollo.clearStore();
    await navigate('/onboarding/?step=about', { replace: true, viewTransition: true });
  }
  return (
    <>
      <h2>{card.giverName} is giving you Evertold</h2>
      <p className="quiet">You are signed in as {myName}.</p>
      {problem && <Notice kind="error" title={problem} />}
      <fieldset className={gifts.who}>
        <legend>Whose stories is it for?</legend>
        <CheckField type="radio" name="isSelf" checked={isSelf} onChange={() => setSelf(true)}>
          <b>Mine</b>
          <br />
          <span className="quiet">I am {card.recipientName}.</span>
        </CheckField>
        <CheckField type="radio" name="isSelf" checked={!isSelf} onChange={() => setSelf(false)}>
          <b>{name}’s</b>
          <br />
          <span className="quiet">I help {name} with it.</span>
        </CheckField>
      </fieldset>
      <Button wide busy={loading} onClick={() => void begin()}>
        Open the gift
      </Button>
    </>
  );
}

function GiftLayout({
  title,
  above,
  lead,
  words,
  cloth,
  children,
}: {
  title: string;
  above?: string;
  lead: string;
  words?: string | null;
  cloth?: string;
  children: ReactNode;
}) {
  return (
    <main className={styles.page} id="main" tabIndex={-1}>
      <DocumentTitle>{above ? 'Your gift' : title}</DocumentTitle>
      <section className={`cloth ${styles.cover}`} data-cloth={cloth}>
        <Link className="brand" to="/">
          <Brand />
        </Link>
        <div>
          {above && <p className="note">{above}</p>}
          <h1>{title}</h1>
          {words && <p className={`told ${gifts.words}`}>{words}</p>}
          <p className="lead quiet">{lead}</p>
        </div>
      </section>
      <section className={styles.answer}>
        <div className="stack">{children}</div>
      </section>
    </main>
  );
}

export function Loading() {
  return (
    <GiftLayout title="A gift" lead="For you.">
      <Skeleton what="the gift">
        <SkeletonLines />
      </Skeleton>
    </GiftLayout>
  );
}
