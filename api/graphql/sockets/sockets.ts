import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionArgs, GraphQLError, type GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import { asNobody, createContext } from '#api/graphql/context.ts';
import { limits } from '#api/graphql/limits/limits.ts';
import { connectCost, type costShown, type Meter, refusedCost } from '#api/graphql/limits/meter.ts';
import { masked, maskedResult, toClientError } from '#api/graphql/masking.ts';
import { operationOf } from '#api/graphql/operations/operation.ts';
import { chargeOperation, isPrepared, prepareOperation } from '#api/graphql/operations/prepare.ts';
import { asOperation, countErrors, run, tellEnded } from '#api/graphql/operations/run.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { networkOf } from '#api/platform/domain-values/network.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { within } from '#api/platform/observability/scope.ts';
import { payerOf, type Viewer } from '#api/platform/viewer.ts';
import { openConnectionLimits } from './connection-limits.ts';
import { frames } from './frames.ts';
import { type Link, link, payer } from './link.ts';
import type { Hold } from './partial-message-memory.ts';
import { endWithSession, tooMany, unauthorized } from './session.ts';
import { type Fresh, subscribe, type Toll } from './subscribe.ts';

const longestId = 128;
/** Who does not say goodbye is left sooner than the library would; its types don't know of it yet. */
const leaving = { closeTimeout: 5_000 };

export type Sockets = {
  /** Why a connection from this address may not become a socket, as an HTTP status; null when it may. */
  refusalOf: (ipAddress: string) => string | null;
  /** Takes over a connection that asks to become a socket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Says goodbye to everyone, and waits until they have heard it. */
  close: () => Promise<void>;
};

/** What a connection may say of itself, where a browser lets it send no headers. */
export type FirstWord = { apiKey?: unknown; betterAuthCookie?: unknown };

type Doors = {
  schema: GraphQLSchema;
  /** Who opened the connection, by its request or by its first word; a bad key in it is refused. */
  viewerOf: (request: IncomingMessage, firstWord: FirstWord) => Promise<Viewer | null | 'bad key'>;
  /** Whether the session that opened a socket is still good. */
  sessionStands: (viewer: Viewer) => Promise<boolean>;
  addressOf: (request: IncomingMessage) => string;
  meter: Meter;
  /** Room for what is on its way. */
  hold: Hold;
  /** How long a connection may take to say its first word. */
  initMs: number;
};

/** An operation, by which socket and under which id it was asked for, and what its answer says of its cost. */
type Prepared = ExecutionArgs & { by: { id: string; on: Link }; cost: ReturnType<typeof costShown> };

/** GraphQL over graphql-transport-ws: the same documents, limits and rights as over HTTP. */
export function openSockets(doors: Doors): Sockets {
  const { schema, viewerOf, sessionStands, addressOf, meter, hold } = doors;
  const connectionLimits = openConnectionLimits(meter);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.bodyBytes,
    perMessageDeflate: false,
    ...leaving,
    handleProtocols,
  });

  const protocol = makeServer<Record<string, unknown>, Link>({
    connectionInitWaitTimeout: doors.initMs,
    async onConnect({ extra, connectionParams }) {
      const { request, socket, ipAddress } = extra;
      const found = await viewerOf(request, connectionParams ?? {});
      const viewer = found === 'bad key' ? null : found;
      const spending = await meter.charge(payer({ viewer, ipAddress }), connectCost);
      if (spending && !spending.allowed) return tooMany(socket);
      if (found === 'bad key') return unauthorized(socket);
      if (!viewer || socket.readyState !== socket.OPEN) return !viewer;
      if (!connectionLimits.accounts.take(payerOf(viewer))) return tooMany(socket);
      extra.viewer = viewer;
      const closed = new AbortController();
      socket.once('close', () => {
        connectionLimits.accounts.give(payerOf(viewer));
        closed.abort();
      });
      endWithSession(viewer, { socket, sessionStands }, closed.signal);
      // It may have ended between the look and the watch.
      return sessionStands(viewer);
    },
    async onSubscribe({ extra }, id, payload) {
      const { socket, ids } = extra;
      // It is repeated with every event.
      if (id.length > longestId) return closed(socket, CloseCode.BadRequest, 'Too long an id');
      // The protocol would lose sight of one that has not ended yet, where another has its id.
      if (ids.has(id))
        return closed(socket, CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
      if (ids.size >= connectionLimits.subscriptionsOfSocket) return [tooManyOn('connection')];
      ids.add(id);
      const prepared = await prepare(payload, id, extra);
      if (!('document' in prepared)) ids.delete(id);
      return prepared;
    },
    onComplete: ({ extra }, id) => void extra.ids.delete(id),
    execute: async (args) => {
      const { requestId } = contextOf(args).origin;
      const { cost } = args as Prepared;
      const started = performance.now();
      const result = await within({ about: { requestId } }, async () => {
        const ran = await run(args as ExecutionArgs);
        tellEnded(operationOf(args.document, args.operationName), requestId, started);
        return ran;
      });
      return { ...result, extensions: { ...result.extensions, cost } };
    },
    subscribe: async (args) => {
      const { viewer, origin } = contextOf(args);
      const { id, on } = (args as Prepared).by;
      const end = begin(on);
      if (!end) return { errors: [tooManyOn('account')] };
      const fresh: Fresh = (as) => createContext(as === 'nobody' ? asNobody(viewer) : viewer, origin);
      const scope = { about: { requestId: origin.requestId } };
      const operation = operationOf(args.document, args.operationName);
      const started = performance.now();
      const result = await within(scope, () =>
        asOperation(operation, () => subscribe(args as ExecutionArgs, fresh, tollOf(args as Prepared))),
      ).catch((error) => {
        end();
        throw error;
      });
      if (!('run' in result)) {
        end();
        return maskedResult(result, origin.requestId);
      }
      const stop = () => {
        result.stop();
        end();
      };
      const ended = () => {
        end();
        tellEnded(operation, origin.requestId, started);
      };
      const events: typeof result.run = (take) => within(scope, () => result.run(take).finally(ended));
      return frames(id, { run: events, stop }, on);
    },
    onError: (_ctx, _id, _payload, errors) => {
      // An error would end the stream for good; a closed socket is opened again, and its streams go on.
      const outage = errors.find(outageIn);
      if (outage) throw outage;
      const seen = errors.map((error) => masked(error, null));
      countErrors(null, seen);
      return seen.map(toClientError);
    },
  });

  /** Takes the places of a subscription, and gives what gives them back; null where there is none. */
  function begin(on: Link): (() => void) | null {
    // Nobody in particular gets no further than to be told to sign in.
    const account = on.viewer ? payerOf(on.viewer) : '';
    if (account && !connectionLimits.subscriptions.take(account)) return null;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (account) connectionLimits.subscriptions.give(account);
    };
  }

  /** What each event of a subscription costs. Who has nothing left waits for it until they have, and misses none. */
  function tollOf({ by: { on }, cost }: Prepared): Toll {
    if (!meter.metered) return null;
    let refilledAt = 0;
    return {
      async charge() {
        // Who has gone takes nothing any more, and pays for nothing.
        if (on.socket.readyState !== on.socket.OPEN) return true;
        const spending = await meter.charge(payer(on), cost.requested);
        refilledAt = spending?.resetAt ?? 0;
        return spending?.allowed ?? true;
      },
      refilled: () => sleep(Math.max(refilledAt - Date.now(), 1000), undefined, { ref: false }),
    };
  }

  /** Reads, checks and charges an operation; the events of a subscription are charged as they come. */
  async function prepare(
    payload: SubscribePayload,
    id: string,
    on: Link,
  ): Promise<Prepared | readonly GraphQLError[]> {
    const { viewer, ipAddress, request } = on;
    const charge = (points: number) => meter.charge(payer(on), points);
    const refused = async (errors: readonly GraphQLError[]) => {
      await charge(refusedCost);
      return errors;
    };
    try {
      const prepared = prepareOperation(schema, payload, viewer);
      if (!isPrepared(prepared)) return refused(prepared);
      const paid = await chargeOperation(prepared, charge);
      if (paid.refused) return [paid.refused];
      const origin = {
        requestId: randomUUID(),
        ipAddress: ipAddress || null,
        userAgent: request.headers['user-agent'] ?? null,
      };
      const contextValue = createContext(viewer, origin);
      const by = { id, on };
      const { kind, name } = prepared.operation;
      metrics.socketOperations.inc({ kind, operation: name });
      return {
        schema,
        document: prepared.document,
        operationName: payload.operationName,
        variableValues: payload.variables ?? {},
        contextValue,
        by,
        cost: paid.shown.cost,
      };
    } catch (error) {
      return refused([masked(error, null)]);
    }
  }

  return {
    refusalOf: (ipAddress) => connectionLimits.refusalOf(networkOf(ipAddress), server.clients.size),
    upgrade(request, wire, head) {
      server.handleUpgrade(request, wire, head, (socket) => {
        const { sockets } = metrics;
        sockets.inc();
        const ipAddress = addressOf(request);
        const network = networkOf(ipAddress);
        connectionLimits.networks.take(network);
        socket.once('close', () => {
          sockets.dec();
          connectionLimits.networks.give(network);
        });
        const of = { socket, wire, request, ipAddress, viewer: null, ids: new Set<string>() };
        link(protocol, of, { meter, hold });
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

/** Closes a socket; what it asked for is not done. */
function closed(socket: Link['socket'], code: CloseCode, reason: string): [GraphQLError] {
  socket.close(code, reason);
  return [new GraphQLError(reason)];
}

function tooManyOn(what: 'connection' | 'account'): GraphQLError {
  const extensions = { code: 'TOO_MANY_REQUESTS' };
  return new GraphQLError(`Too many subscriptions on one ${what}`, { extensions });
}

function contextOf(args: { contextValue?: unknown }) {
  return args.contextValue as ReturnType<typeof createContext>;
}
