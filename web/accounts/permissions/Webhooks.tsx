import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';
import { Notice, State } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { eventInWords } from './event-words.ts';
import type { PermissionsBook } from './MakeKeyDialog.tsx';
import { MakeWebhookDialog } from './MakeWebhookDialog.tsx';
import styles from './permissions.module.css';
import { bringIntoView, Secret } from './Secret.tsx';
import {
  ChangeWebhookSecretDocument,
  RemoveWebhookDocument,
  SendAgainDocument,
  SendMissedDocument,
  SwitchWebhookDocument,
  TryWebhookDocument,
  type WebhookRow_WebhookFragment as Webhook,
  WebhookLogDocument,
  type WebhookLogQuery,
} from './Webhooks.graphql.ts';

/** The user's webhooks, with the button to create one; a new webhook's secret is shown once. */
export function Webhooks({
  webhooks: before,
  books,
}: {
  webhooks: readonly Webhook[];
  books: readonly PermissionsBook[];
}) {
  const [made, setMade] = useState<readonly Webhook[]>([]);
  const [secret, setSecret] = useState<{ of: string; secret: string } | null>(null);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const makeOne = useRef<HTMLButtonElement>(null);
  const copyNew = useRef<HTMLButtonElement>(null);
  const justMade = useRef(false);
  useEffect(() => {
    // The removed row is gone, so the focus moves to the button that creates a webhook.
    if (removed.length) makeOne.current?.focus();
  }, [removed]);
  const activeWebhooks = [...made, ...before.filter(({ id }) => !made.some((one) => one.id === id))].filter(
    ({ id }) => !removed.includes(id),
  );
  return (
    <>
      {secret && !removed.includes(secret.of) && (
        <Secret what="secret" secret={secret.secret} copyRef={copyNew} />
      )}
      {activeWebhooks.length === 0 ? (
        <p className={`quiet ${styles.lead}`}>
          No program is told anything. A webhook tells one that you trust when something happens in a book.
        </p>
      ) : (
        <ul className={styles.hooks}>
          {activeWebhooks.map((webhook) => (
            <Row
              key={webhook.id}
              of={webhook}
              onRemoved={() => setRemoved((ids) => [...ids, webhook.id])}
              onSecret={(fresh) => setSecret({ of: webhook.id, secret: fresh })}
            />
          ))}
        </ul>
      )}
      <MakeWebhookDialog
        books={books}
        trigger={makeOne}
        onMade={({ webhook, secret: fresh }) => {
          justMade.current = true;
          setMade((all) => [webhook, ...all]);
          setSecret({ of: webhook.id, secret: fresh });
        }}
        finalFocus={() => {
          // A secret that is shown only once must be noticed.
          const copy = justMade.current ? copyNew.current : null;
          justMade.current = false;
          if (copy) bringIntoView(copy);
          return copy ?? true;
        }}
      />
    </>
  );
}

const failed = () => notify('error', 'Nothing was changed', { body: 'Try again.' });

function Row({
  of,
  onRemoved,
  onSecret,
}: {
  of: Webhook;
  onRemoved: () => void;
  onSecret: (secret: string) => void;
}) {
  const [webhook, setWebhook] = useState(of);
  const [logged, setLogged] = useState(false);
  const [asking, setAsking] = useState(false);
  const [turn, turning] = useMutation(SwitchWebhookDocument);
  const [change, changing] = useMutation(ChangeWebhookSecretDocument);
  const [remove, removing] = useMutation(RemoveWebhookDocument);
  const { id, url, offAt } = webhook;
  const where = new URL(url).host;

  async function switchIt() {
    const { data } = await turn({ variables: { id, on: !!offAt } }).catch(() => ({ data: null }));
    if (data?.setWebhookOn.__typename !== 'Webhook') return failed();
    setWebhook(data.setWebhookOn);
  }
  async function changeSecret() {
    const { data } = await change({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.rotateWebhookSecret;
    if (answer?.__typename !== 'RotateWebhookSecretSuccess') return failed();
    setWebhook(answer.webhook);
    onSecret(answer.secret);
    return notify('success', 'There is a new secret', { body: 'For a day the one before signs beside it.' });
  }
  async function end() {
    const { data } = await remove({ variables: { id } }).catch(() => ({ data: null }));
    setAsking(false);
    if (data?.deleteWebhook.__typename !== 'DeleteWebhookSuccess') return failed();
    onRemoved();
    return notify('success', `${where} is told nothing any more`);
  }
  return (
    <li>
      <p>
        <b>{url}</b>
      </p>
      <p className="note">
        {webhook.events.map(eventInWords).join('. ')}.{' '}
        {webhook.subjects
          ? `${webhook.subjects.map(bookNameOf).join(', ') || 'No book any more'} only.`
          : 'All books.'}
      </p>
      <HowItStands of={webhook} />
      {webhook.missed > 0 && <Missed of={webhook} onSent={setWebhook} />}
      <div className="row">
        {!offAt && <Try of={webhook} onTried={setWebhook} />}
        <Button look="text" small busy={turning.loading} onClick={() => void switchIt()}>
          {offAt ? 'Switch on' : 'Switch off'}
        </Button>
        <Button look="text" small busy={changing.loading} onClick={() => void changeSecret()}>
          New secret
        </Button>
        <Button look="text" small aria-expanded={logged} onClick={() => setLogged(!logged)}>
          Log
        </Button>
        <Button look="text" small aria-label={`Delete ${where}`} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      {logged && <Log of={webhook} />}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the webhook to ${where}?`}
        lead="The program is told nothing from this moment on, and the log of what it was told goes too."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" busy={removing.loading} onClick={() => void end()}>
              Delete it
            </Button>
          </>
        }
      />
    </li>
  );
}

const whyOff: Record<string, string> = {
  HOLDER: 'Switched off',
  FAILING: 'Switched off: for three days nothing arrived',
  GONE: 'Switched off: the program said it is gone',
  SECURED: 'Switched off when your account was secured',
};

function HowItStands({ of: { offAt, offReason, failingSince, previousSecretUntil } }: { of: Webhook }) {
  const until =
    previousSecretUntil && new Date(previousSecretUntil) > new Date() ? previousSecretUntil : null;
  return (
    <p>
      {offAt && <State tone="off">{whyOff[offReason ?? 'HOLDER'] ?? 'Switched off'}</State>}
      {!offAt && failingSince && <State tone="warn">Nothing arrives since {moment(failingSince)}</State>}
      {!offAt && !failingSince && <State tone="ok">On</State>}
      {until && <span className="note"> The secret before signs too until {moment(until)}.</span>}
    </p>
  );
}

/** How many events did not arrive, with the button to send them once more. */
function Missed({ of: { id, missed, offAt }, onSent }: { of: Webhook; onSent: (now: Webhook) => void }) {
  const [send, { loading }] = useMutation(SendMissedDocument);
  async function sendAll() {
    const { data } = await send({ variables: { id } }).catch(() => ({ data: null }));
    if (data?.resendMissedWebhookEvents.__typename !== 'Webhook') return failed();
    onSent(data.resendMissedWebhookEvents);
    return notify('success', 'What was missed is being sent', { body: 'The log says what becomes of it.' });
  }
  return (
    <div className="row">
      <p className="note">
        {missed === 1 ? 'One event did not arrive.' : `${missed} events did not arrive.`}
        {offAt && ' After you switch it on, you can send them.'}
      </p>
      {!offAt && (
        <Button look="text" small busy={loading} onClick={() => void sendAll()}>
          Send what was missed
        </Button>
      )}
    </div>
  );
}

type Delivery = NonNullable<WebhookLogQuery['webhook']>['deliveries']['edges'][number]['node'];

/** How often to check for the result of a test, and how many times: longer than the server's timeout. */
const looks = { everyMs: 500, most: 40 };

/** Sends a test event and reports its result. */
function Try({ of: { id, url }, onTried }: { of: Webhook; onTried: (now: Webhook) => void }) {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [tryIt] = useMutation(TryWebhookDocument);
  const where = new URL(url).host;

  async function test() {
    const { data } = await tryIt({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.testWebhook;
    if (answer?.__typename !== 'TestWebhookSuccess') return failed();
    for (let look = 0; look < looks.most; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, looks.everyMs));
      const read = client.query({
        query: WebhookLogDocument,
        variables: { id, first: 10 },
        fetchPolicy: 'network-only',
      });
      const webhook = (await read.catch(() => null))?.data?.webhook;
      const tried = webhook?.deliveries.edges.find(({ node }) => node.id === answer.deliveryId)?.node;
      if (!webhook || !tried || (tried.status === 'WAITING' && !tried.problem)) continue;
      onTried(webhook);
      if (tried.status === 'DELIVERED') return notify('success', `The test arrived at ${where}`);
      return notify('error', `The test did not arrive at ${where}`, { body: `${tried.problem}.` });
    }
    return notify('info', 'The test is on its way', { body: 'The log says what becomes of it.' });
  }
  return (
    <Button
      look="text"
      small
      busy={busy}
      onClick={() => {
        setBusy(true);
        void test().finally(() => setBusy(false));
      }}
    >
      Test
    </Button>
  );
}

const shown = 10;

/** The last deliveries of a webhook. */
function Log({ of: { id, offAt } }: { of: Webhook }) {
  const { data, error, refetch } = useQuery(WebhookLogDocument, {
    variables: { id, first: shown },
    fetchPolicy: 'cache-and-network',
    pollInterval: 3_000,
  });
  if (!data?.webhook && error) return <Notice kind="error" title="The log could not be read" />;
  if (!data?.webhook) {
    return (
      <Skeleton what="the log">
        <SkeletonLines lines={3} />
      </Skeleton>
    );
  }
  const { edges } = data.webhook.deliveries;
  if (edges.length === 0) return <p className="quiet">Nothing was sent yet.</p>;
  return (
    <ul className={styles.log} aria-label="Log">
      {edges.map(({ node }) => (
        <LogRow
          key={node.id}
          of={node}
          isOff={!!offAt}
          onSent={() => void refetch().catch(() => undefined)}
        />
      ))}
    </ul>
  );
}

function LogRow({ of, isOff, onSent }: { of: Delivery; isOff: boolean; onSent: () => void }) {
  const [send, { loading }] = useMutation(SendAgainDocument);
  async function again() {
    const { data } = await send({ variables: { id: of.id } }).catch(() => ({ data: null }));
    if (data?.resendWebhookDelivery.__typename !== 'ResendWebhookDeliverySuccess') return failed();
    onSent();
  }
  return (
    <li>
      <div>
        <b>{eventInWords(of.event)}</b> <State {...toneOf(of)}>{outcomeOf(of)}</State>
        <p className="note">
          {moment(of.createdAt)}
          {of.problem && `. ${of.problem}`}
          {of.nextAttemptAt && of.problem && `. Tried again at ${moment(of.nextAttemptAt)}`}
        </p>
      </div>
      {!isOff && of.status !== 'WAITING' && of.status !== 'WITHHELD' && (
        <Button look="text" small busy={loading} onClick={() => void again()}>
          Send again
        </Button>
      )}
    </li>
  );
}

function toneOf({ status, problem }: Delivery): { tone: 'ok' | 'warn' | 'error' | 'off'; open?: boolean } {
  if (status === 'DELIVERED') return { tone: 'ok' };
  if (status === 'WAITING') return { tone: problem ? 'warn' : 'ok', open: true };
  return { tone: status === 'FAILED' ? 'error' : 'off' };
}

function outcomeOf({ status, problem }: Delivery): string {
  const words = { DELIVERED: 'Arrived', FAILED: 'Not arrived', WITHHELD: 'Not for you any more' };
  if (status === 'WAITING') return problem ? 'Is tried again' : 'On its way';
  return words[status];
}

function moment(at: string): string {
  return new Date(at).toLocaleString('en-GB', {
    ...({ day: 'numeric', month: 'short' } as const),
    ...({ hour: 'numeric', minute: '2-digit', hour12: true } as const),
  });
}
