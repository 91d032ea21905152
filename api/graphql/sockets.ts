import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import { outageIn } from '#api/platform/database/outage.ts';
import { bus } from '#api/platform/events/bus.ts';
import { log } from '#api/platform/log.ts';
import { topics } from '#api/platform/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { metrics } from '#api/platform/watching/metrics.ts';
import { within } from '#api/platform/watching/scope.ts';
import { asNobody, createContext } from './context.ts';
import { assess } from './cost.ts';
import { parseDocument, readingCost, validateDocument } from './document.ts';
import { limits } from './limits.ts';
import { masked, maskedResult } from './masking.ts';
import { costShown, type Meter, refusedCost, spentUpError } from './meter.ts';
import { operationOf } from './operations/operation.ts';
import { asOperation, countErrors, run } from './operations/run.ts';
import { frames } from './socket-frames.ts';
import { type Link, link, tryAgainLater } from './socket-link.ts';
import { type Fresh, subscribe } from './subscribe.ts';

const mostSubscriptions = 100;
/** A session also ends by its age, of which nobody tells. */
const askAgainEveryMs = 5 * 60_000;

export type Sockets = {
  /** Takes over a connection that asks to become a socket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Says goodbye to everyone, and waits until they have heard it. */
  close: () => Promise<void>;
};

type Doors = {
  schema: GraphQLSchema;
  /** Who opened the connection. */
  viewerOf: (request: IncomingMessage) => Promise<Viewer | null>;
  /** Whether the session that opened a socket is still good. */
  sessionStands: (viewer: Viewer) => Promise<boolean>;
  addressOf: (request: IncomingMessage) => string;
  meter: Meter;
  /** How long a connection may take to say its first word. */
  initMs: number;
};

/** An operation, by which socket and under which id it was asked for, and what its answer says of its cost. */
type Prepared = ExecutionArgs & { by: { id: string; socket: Link['socket'] }; cost: object };

/** GraphQL over graphql-transport-ws: the same documents, limits and rights as over HTTP. */
export function openSockets(doors: Doors): Sockets {
  const { schema, viewerOf, sessionStands, addressOf, meter } = doors;
  const viewers = new WeakMap<IncomingMessage, Viewer>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.bodyBytes,
    perMessageDeflate: false,
    handleProtocols,
  });

  const protocol = makeServer<Record<string, unknown>, Link>({
    connectionInitWaitTimeout: doors.initMs,
    async onConnect({ extra: { request, socket } }) {
      const viewer = await viewerOf(request);
      if (!viewer) return true;
      viewers.set(request, viewer);
      const closed = new AbortController();
      socket.once('close', () => closed.abort());
      if (socket.readyState === socket.OPEN) endWithSession(viewer, socket, closed.signal);
      // It may have ended between the look and the watch.
      return sessionStands(viewer);
    },
    onSubscribe: ({ extra, subscriptions }, id, payload) => {
      if (Object.keys(subscriptions).length > mostSubscriptions) {
        const code = 'TOO_MANY_REQUESTS';
        return [new GraphQLError('Too many subscriptions on one connection', { extensions: { code } })];
      }
      return prepare(payload, id, extra);
    },
    execute: async (args) => {
      const { requestId } = contextOf(args).origin;
      const { cost } = args as Prepared;
      const result = await within({ about: { requestId } }, () => run(args as ExecutionArgs));
      return { ...result, extensions: { ...result.extensions, cost } };
    },
    subscribe: async (args) => {
      const { viewer, origin } = contextOf(args);
      const fresh: Fresh = (as) => createContext(as === 'nobody' ? asNobody(viewer) : viewer, origin);
      const scope = { about: { requestId: origin.requestId } };
      const operation = operationOf(args.document, args.operationName);
      const result = await within(scope, () =>
        asOperation(operation, () => subscribe(args as ExecutionArgs, fresh)),
      );
      if (!('run' in result)) return maskedResult(result, origin.requestId);
      const { id, socket } = (args as Prepared).by;
      return frames(id, { ...result, run: (take) => within(scope, () => result.run(take)) }, socket);
    },
    onError: (_ctx, _id, _payload, errors) => {
      // An error would end the stream for good; a closed socket is opened again, and its streams go on.
      const outage = errors.find(outageIn);
      if (outage) throw outage;
      const seen = errors.map((error) => masked(error, null));
      countErrors(null, seen);
      return seen.map(told);
    },
  });

  /** Reads, checks and charges an operation; a subscription is charged for its first event. */
  async function prepare(
    payload: SubscribePayload,
    id: string,
    { request, socket }: Link,
  ): Promise<Prepared | readonly GraphQLError[]> {
    const viewer = viewers.get(request) ?? null;
    const ipAddress = addressOf(request);
    const charge = (points: number) => meter.charge({ userId: viewer?.userId ?? null, ipAddress }, points);
    const refused = async (errors: readonly GraphQLError[]) => {
      await charge(refusedCost);
      return errors;
    };
    try {
      const document = parseDocument(payload.query);
      const { operationName } = payload;
      const variables = payload.variables ?? {};
      const faults = validateDocument(schema, document);
      if (faults.length) return refused(faults);
      const { errors, cost } = assess(schema, document, operationName, variables);
      if (errors.length) return refused(errors);
      const spending = await charge(cost + readingCost(document));
      const shown = costShown(cost, spending);
      if (spending && !spending.allowed) return [spentUpError(spending, { cost: shown })];
      const origin = {
        requestId: randomUUID(),
        ipAddress: ipAddress || null,
        userAgent: request.headers['user-agent'] ?? null,
      };
      const contextValue = createContext(viewer, origin);
      const by = { id, socket };
      const { kind = 'query', name = 'none' } = operationOf(document, operationName) ?? {};
      metrics.socketOperations.inc({ kind, operation: name });
      return {
        schema,
        document,
        operationName,
        variableValues: variables,
        contextValue,
        by,
        cost: shown,
      };
    } catch (error) {
      return refused([masked(error, null)]);
    }
  }

  function endWithSession(viewer: Viewer, socket: Link['socket'], signal: AbortSignal): void {
    const check = async () => {
      try {
        if (await sessionStands(viewer)) return;
      } catch (error) {
        // Whether it stands is not known: the client asks again when it comes back.
        log.warn({ error }, 'socket session');
        return socket.close(tryAgainLater, 'Try again later');
      }
      socket.close(CloseCode.Forbidden, 'Forbidden');
    };
    const timer = setInterval(() => void check(), askAgainEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    const wakes = bus.listen(topics.access(viewer.userId), signal);
    void (async () => {
      for await (const _wake of wakes) await check();
    })();
  }

  return {
    upgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (connection) => {
        const { sockets } = metrics;
        sockets.inc();
        connection.once('close', () => sockets.dec());
        link(protocol, connection, request);
      });
    },
    async close() {
      const gone = [...server.clients].map(
        (client) =>
          new Promise<void>((resolve) => {
            const timer = setTimeout(() => client.terminate(), 2_000);
            client.once('close', () => {
              clearTimeout(timer);
              resolve();
            });
            client.close(1001, 'Going away');
          }),
      );
      await Promise.all(gone);
      server.close();
    },
  };
}

function contextOf(args: { contextValue?: unknown }) {
  return args.contextValue as ReturnType<typeof createContext>;
}

/** The error as a client reads it: without the status that it would have over HTTP. */
function told(error: GraphQLError): GraphQLFormattedError {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON();
  return { ...rest, ...(Object.keys(extensions).length && { extensions }) };
}
