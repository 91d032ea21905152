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
import { recipientWords } from './recipient-words.ts';

export async function loader({ params: { token = '' } }: LoaderFunctionArgs) {
  const page = preload(OpenGiftDocument, { token });
  const session = await currentSession().catch(() => null);
  return { token, page, me: session?.user ?? null };
}

type Card = NonNullable<OpenGiftQuery['giftPreview']>;
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
  const words = recipientWords(card.language);
  if (now && now !== 'SCHEDULED' && now !== 'DELIVERED') {
    const { title, body } = words.closed[now];
    return (
      <GiftLayout
        title={title}
        lead={words.wasFor(card.recipientName)}
        cloth={card.cloth}
        lang={card.language}
      >
        <h2>{words.cantBeOpened}</h2>
        <p className="quiet">{body}</p>
        <p>
          <Link className={buttonClass({ look: 'quiet' })} to={me ? '/dashboard/' : '/'}>
            {me ? words.toBooks : words.toHome}
          </Link>
        </p>
      </GiftLayout>
    );
  }
  return (
    <GiftLayout
      title={card.recipientName}
      documentTitle={words.yourGift}
      above={words.forWhom}
      lead={words.from(card.giverName)}
      words={card.words}
      cloth={card.cloth}
      lang={card.language}
    >
      {me ? (
        <OpenGift card={card} token={token} myName={me.name} onClosed={setStatus} />
      ) : (
        <SignInFirst card={card} />
      )}
      <hr className="rule" />
      <p className="note">{words.until(dateInWords(card.expiresAt, words.locale))}</p>
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
  const words = recipientWords(card.language);
  return (
    <>
      <h2>{words.isGiving(card.giverName)}</h2>
      <p className="quiet">{words.whatItIs}</p>
      <Link className={buttonClass({ wide: true })} to={`/sign-up?redirect=${encodeURIComponent(pathname)}`}>
        {words.createAccount}
      </Link>
      <Link className={buttonClass({ look: 'quiet', wide: true })} to={signInPath(pathname)}>
        {words.haveAccount}
      </Link>
    </>
  );
}

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
  const words = recipientWords(card.language);

  async function begin(): Promise<void> {
    setProblem(null);
    const { data } = await redeem({ variables: { token, isSelf } }).catch(() => ({ data: null }));
    const answer = data?.redeemGift;
    if (!answer) return setProblem(words.noAnswer);
    if (answer.__typename === 'GiftUnusable') return onClosed(answer.status);
    if (answer.__typename !== 'Subject')
      return setProblem(words.refusals[answer.__typename] ?? answer.message);
    forgetAnswers();
    // The user's books and their place in the onboarding have changed.
    await apollo.clearStore();
    await navigate('/onboarding/?step=about', { replace: true, viewTransition: true });
  }
  return (
    <>
      <h2>{words.isGiving(card.giverName)}</h2>
      <p className="quiet">{words.signedInAs(myName)}</p>
      {problem && <Notice kind="error" title={problem} />}
      <fieldset className={gifts.who}>
        <legend>{words.whose}</legend>
        <CheckField type="radio" name="isSelf" checked={isSelf} onChange={() => setSelf(true)}>
          <b>{words.mine.title}</b>
          <br />
          <span className="quiet">{words.mine.body(card.recipientName)}</span>
        </CheckField>
        <CheckField type="radio" name="isSelf" checked={!isSelf} onChange={() => setSelf(false)}>
          <b>{words.theirs.title(name)}</b>
          <br />
          <span className="quiet">{words.theirs.body(name)}</span>
        </CheckField>
      </fieldset>
      <Button wide busy={loading} onClick={() => void begin()}>
        {words.open}
      </Button>
    </>
  );
}

function GiftLayout({
  title,
  documentTitle = title,
  above,
  lead,
  words,
  cloth,
  lang,
  children,
}: {
  title: string;
  documentTitle?: string;
  above?: string;
  lead: string;
  words?: string | null;
  cloth?: string;
  /** The language, if it isn't the page's. */
  lang?: string;
  children: ReactNode;
}) {
  return (
    <main className={styles.page} id="main" tabIndex={-1} lang={lang}>
      <DocumentTitle>{documentTitle}</DocumentTitle>
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
