import { eventWords } from '#web/accounts/permissions/event-words.ts';
import { scopeWords } from '#web/accounts/permissions/scope-words.ts';
import { apiUrl } from '#web/app/addresses.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { Contents } from './Contents.tsx';
import { changelog } from './changelog.ts';
import styles from './developers.module.css';
import { Code, Example, LanguageChoice } from './Example.tsx';
import { eventIds, eventScopes, limits, scopeFields } from './facts.ts';
import { NamesTable } from './NamesTable.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const sections = {
  key: 'Make a key',
  ask: 'Ask a first question',
  pages: 'Read page by page',
  limits: 'Cost and limits',
  refusals: 'Errors and refusals',
  save: 'Save once',
  live: 'Follow what is said, live',
  webhooks: 'Receive webhooks',
  client: 'Generate a typed client',
  reference: 'Reference',
  changes: 'Changes',
};

/** How a partner's program uses the GraphQL API. */
export function Component() {
  return (
    <CoverLayout
      title="For developers"
      lead="A program of an archive, a care home or a print shop reads and writes a book by the same GraphQL API as this website."
    >
      <DocumentTitle about="How a program reads and writes an Evertold book by GraphQL: keys, scopes, pages, limits, live subscriptions, webhooks and examples in three languages.">
        For developers
      </DocumentTitle>
      <div className={styles.page}>
        <Contents sections={Object.entries(sections)} />
        <LanguageChoice />
        <MakeAKey />
        <Title of="ask" />
        <p>
          Send operations as JSON by POST to <code>/graphql</code> on the address of this server. The examples
          read that address from <code>EVERTOLD_URL</code>, such as <code>https://stories.example.org</code>,
          and the key from <code>EVERTOLD_KEY</code>.
        </p>
        <Example topic="first-query" />
        <p>
          In a browser, a signed-in person can try operations at <a href={apiUrl('/graphql')}>/graphql</a>, as
          themself or with a key that they enter there; the tab forgets it when it is closed. The examples
          need no packages, except where they say so, and TypeScript runs as it is with Node 24.
        </p>
        <Title of="pages" />
        <p>
          Long lists are connections: <code>edges</code> with a <code>cursor</code> and a <code>node</code>{' '}
          each, and <code>pageInfo</code>. Ask for up to {limits.page} with <code>first</code>, and for the
          next page with <code>after: endCursor</code>. Cursors stay valid when something is added or deleted.
          With <code>last</code> and <code>before</code> a list is read from its other end.
        </p>
        <Example topic="paging" />
        <Limits />
        <Refusals />
        <Title of="save" />
        <p>
          Send <code>Idempotency-Key</code>, 1 to 255 printable characters of your choice, with a mutation.
          For a day, the same request with the same key gets the first answer, marked{' '}
          <code>idempotency-replayed: true</code>, and nothing is done twice. The same key with another body
          is refused.
        </p>
        <Example topic="saving" />
        <p>
          To change a story, send its <code>id</code> and the <code>revision</code> that you read as{' '}
          <code>baseRevision</code>. If somebody has saved it meanwhile, the result is{' '}
          <code>StaleRevision</code>.
        </p>
        <Title of="live" />
        <p>
          Subscriptions use WebSockets with the protocol <code>graphql-transport-ws</code> at the same
          address. The key is sent as <code>apiKey</code> in the <code>connection_init</code> payload. With
          the last cursor as <code>after</code>, <code>messageAdded</code> first sends what was missed: each
          message once, in order. When the key stops working, the socket is closed with 4403.
        </p>
        <Code name="live.ts" />
        <p>
          This example needs the package <code>graphql-ws</code>. curl and Python’s standard library have no
          WebSockets: use a webhook with them, or a package for the protocol.
        </p>
        <Webhooks />
        <Title of="client" />
        <p>
          <a href={apiUrl('/schema.graphql')}>/schema.graphql</a> is the schema for keys, printed by this
          server from what it runs. It has only what a key can use, so that a client generated from it can’t
          ask for anything that is always refused. <code>@scope</code> names the scope that a field needs. The
          address stays the same.
        </p>
        <Code name="codegen.ts" />
        <Title of="reference" />
        <p>
          The <Link to="/developers/reference/">reference</Link> lists every type and field that a key can
          use, with its scope.
        </p>
        <Changes />
      </div>
    </CoverLayout>
  );
}

function Title({ of }: { of: keyof typeof sections }) {
  return <h2 id={of}>{sections[of]}</h2>;
}

function MakeAKey() {
  return (
    <>
      <Title of="key" />
      <ol>
        <li>
          A family member who sees the book opens{' '}
          <Link to="/settings/permissions">Settings, Permissions</Link> and chooses <i>Make a key</i>: what it
          may do, in which books, and for how long.
        </li>
        <li>The key is shown once. It begins with “evt_”. Keep it as you keep a password.</li>
        <li>
          The program sends it with every request: <code>Authorization: Bearer evt_…</code>
        </li>
      </ol>
      <p>
        A key acts as the person who made it, limited to its scopes and books. It reads nothing private, has
        no admin’s rights, and can’t make keys, give consent, invite, change members or delete a book. It
        stops at once when it is revoked or expires, or when its maker leaves the book.
      </p>
      <NamesTable
        head={['Scope', 'In the settings', 'What it opens']}
        rows={scopeWords.map(({ scope, words }) => [scope, words, scopeFields[scope]])}
      />
      <p>A write scope includes its read scope.</p>
    </>
  );
}

function Limits() {
  return (
    <>
      <Title of="limits" />
      <p>
        Every operation has a cost in points, computed before it runs and returned in{' '}
        <code>extensions.cost</code>. One operation may cost {limits.operation.toLocaleString('en-US')}{' '}
        points. A key may spend {limits.perMinute.toLocaleString('en-US')} points per minute; the state of
        that budget is in the headers of every answer.
      </p>
      <NamesTable
        head={['Header', 'Meaning']}
        rows={[
          ['x-ratelimit-limit', 'the points of a minute'],
          ['x-ratelimit-used', 'the points spent so far'],
          ['x-ratelimit-remaining', 'the points that are left'],
          ['x-ratelimit-reset', 'when the budget is full again, in seconds since 1970'],
          ['retry-after', 'with 409, 429 and 503: the seconds to wait'],
        ]}
      />
    </>
  );
}

const statuses = [
  ['401', 'UNAUTHORIZED', 'The key is unknown, revoked or expired. A socket is closed with 4401.'],
  [
    '403',
    'FORBIDDEN',
    'The root field in extensions.field is not for keys, or needs the scope in extensions.scope. Nothing was run.',
  ],
  [
    '409',
    'CONFLICT',
    'The first request with this Idempotency-Key is still running, or its result is unknown. Wait for Retry-After, if there is one.',
  ],
  ['422', 'UNPROCESSABLE_ENTITY', 'This Idempotency-Key was used with another body.'],
  ['429', 'TOO_MANY_REQUESTS', 'The budget is spent. Wait for Retry-After.'],
  ['503', 'SERVICE_UNAVAILABLE', 'Try again in a moment.'],
] as const;

function Refusals() {
  return (
    <>
      <Title of="refusals" />
      <p>
        What a person could also be refused is part of the result: a mutation answers a union of its success
        and of types that implement <code>UserError</code>, with a <code>code</code>, a <code>message</code>{' '}
        and the <code>path</code> of the field in the input. Ask for <code>__typename</code> and{' '}
        <code>{'... on UserError { code message path }'}</code>, and new kinds of refusal need no change of
        your program.
      </p>
      <p>
        Everything else is in <code>errors</code>, with <code>extensions.code</code>:
      </p>
      <NamesTable
        head={['Status', 'Code', 'When']}
        rows={statuses.map(([status, code, when]) => [status, <code key={code}>{code}</code>, when])}
      />
      <p>
        An operation that asks for more than the key may read is answered without it: those fields are null,
        an empty list or an empty connection, and <code>extensions.missingScopes</code> names each field with
        the scope that it needs. They are null also where the schema says that a field never is: it describes
        what a key with the scope gets. So a mutation that answers was done. What the key’s maker may not see
        doesn’t exist for the key either: null, an empty list, or <code>NOT_FOUND</code>.
      </p>
    </>
  );
}

const delivery = `POST /evertold
webhook-id: 5ab8…
webhook-timestamp: 1795600000
webhook-signature: v1,…

{"type":"card.published","timestamp":"2026-11-25T09:00:00.000Z",
 "data":{"subjectId":"…","cardId":"…"},"webhookId":"…","number":17}`;

function Webhooks() {
  return (
    <>
      <Title of="webhooks" />
      <p>
        In <Link to="/settings/permissions">Settings, Permissions</Link> a family member enters an{' '}
        <code>https://</code> address to which events are sent. The body has ids only: read the rest with a
        key. Deliveries follow{' '}
        <a href="https://www.standardwebhooks.com" rel="noreferrer">
          Standard Webhooks
        </a>
        . The <code>webhook-id</code> is the same at every attempt.
      </p>
      <pre className={styles.text}>
        <code>{delivery}</code>
      </pre>
      <NamesTable
        head={['Event', 'When', 'In data, besides subjectId', 'Scope to fetch it']}
        rows={eventWords.map(({ event, words, hint }) => [
          event,
          hint ? `${words} (${hint.charAt(0).toLowerCase()}${hint.slice(1)})` : words,
          <code key="ids">{eventIds[event]?.join(', ')}</code>,
          <code key="scope">{eventScopes[event]}</code>,
        ])}
      />
      <h3>Check the signature</h3>
      <p>
        The signature is an HMAC with SHA-256 over <code>webhook-id.webhook-timestamp.body</code>, with the
        bytes of the secret after <code>whsec_</code> (base64) as its key. Compute it over the raw body, and
        refuse timestamps older than five minutes. After a change of the secret, both sign for 24 hours.
      </p>
      <Example topic="webhook" />
      <h3>Retries</h3>
      <p>
        Answer with 2xx within 10 seconds. Otherwise the event is sent again after 5 seconds, 1 minute, 5 and
        30 minutes, 2, 4 and 8 hours, then every 12 hours, for 3 days. After three failures in a row all
        events wait for a pause of up to half an hour, and then follow in order. If you answer 410, the
        webhook is switched off at once. If nothing arrives for 3 days, it is switched off as soon as each
        waiting event was retried for 3 days, and after 6 days in any case. Its holder gets a letter, can
        switch it on again, and can then send what was missed. What happens while it is off is not told later.
        The settings show a log of every delivery, and send a test.
      </p>
      <h3>Fetch what you missed</h3>
      <p>
        <code>number</code> counts the events of a webhook without gaps, also those that were given up when it
        was switched off. If one is missing, fetch what came after the last that you handled,{' '}
        {limits.eventsAtOnce} at a time; <code>WEBHOOK</code> is the <code>webhookId</code> of a delivery.
        Your key gets the events of its books for which it has the scope, in the table above. A number that is
        missing there, too, is of an event that your key may not read, or that its holder may not see any
        more. Events are kept for 30 days.
      </p>
      <Example topic="missed-events" />
    </>
  );
}

const kindWords = { added: 'New', changed: 'Changed', deprecated: 'Deprecated', removed: 'Removed' };

function Changes() {
  return (
    <>
      <Title of="changes" />
      <p>
        Nothing that a key can use is removed without notice: it is first marked <code>@deprecated</code> with
        the day until which it stays. Fields and types are added at any time, and so are values of an enum and
        kinds of refusal: let your program ignore those that it doesn’t know.
      </p>
      <ol className={styles.changes}>
        {changelog.map(({ date, kind, of, words }) => (
          <li key={words}>
            <p>
              <time dateTime={date}>{dayInWords(date)}</time> ·{' '}
              <span className={styles.kind}>{kindWords[kind]}</span>
            </p>
            <p>{words}</p>
            <p className="note">
              <code>{of.join(', ')}</code>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

function dayInWords(date: string): string {
  const whole = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(date).toLocaleDateString('en-GB', whole);
}
