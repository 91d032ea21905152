import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionArgs, GraphQLError, type GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import { asNobody, createContext } from '#api/graphql/context.ts';
import { limits } from '#api/graphql/limits/limits.ts';
import { connectCost, type Meter, refusedCost } from '#api/graphql/limits/meter.ts';
import { masked, maskedResult, toClientError } from '#api/graphql/masking.ts';
import { operationOf } from '#api/graphql/operations/operation.ts';
import {
  chargeOperation,
  isPrepared,
  prepareOperation,
  type Shown,
} from '#api/graphql/operations/prepare.ts';
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
import { type NewContext, subscribe, type Toll } from './subscribe.ts';

const longestId = 128;
/** The wait for a close reply, shorter than the library's; its types lack this option. */
const closeOptions = { closeTimeout: 5_000 };

export type Sockets = {
  /** The HTTP status that refuses a socket from this address; null when it is allowed. */
  refusalOf: (ipAddress: string) => string | null;
  /** Upgrades a connection to a socket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes every socket and waits for the replies. */
  close: () => Promise<void>;
};

/** Credentials in the first message, for browsers, which can't set headers on a socket. */
export type ConnectionCredentials = { apiKey?: unknown; betterAuthCookie?: unknown };

type Doors = {
  schema: GraphQLSchema;
  /** The viewer, by the request or the first message; `bad key` refuses it. */
  viewerOf: (
    request: IncomingMessage,
    credentials: ConnectionCredentials,
  ) => Promise<Viewer | null | 'bad key'>;
  /** Whether the session that opened a socket is still valid. */
  sessionStands: (viewer: Viewer) => Promise<boolean>;
  addressOf: (request: IncomingMessage) => string;
  meter: Meter;
  /** Reserves memory for incoming messages. */
  hold: Hold;
  /** Timeout for the first message. */
  initMs: number;
};

/** An operation with its socket, its id and what its answer says beside its data. */
type Prepared = ExecutionArgs & { by: { id: string; on: Link }; shown: Shown };

/** GraphQL over graphql-transport-ws, with the same documents, limits and rights as over HTTP. */
export function openSockets(doors: Doors): Sockets {
  const { schema, viewerOf, sessionStands, addressOf, meter, hold } = doors;
  const connectionLimits = openConnectionLimits(meter);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.bodyBytes,
    perMessageDeflate: false,
    ...closeOptions,
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
      // The session may have ended before the listener was added.
      return sessionStands(viewer);
    },
    async onSubscribe({ extra }, id, payload) {
      const { socket, ids } = extra;
      // The id is repeated with every event.
      if (id.length > longestId) return closed(socket, CloseCode.BadRequest, 'Too long an id');
      // The protocol library would lose a running operation when another has the same id.
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
      const { shown } = args as Prepared;
      const started = performance.now();
      const result = await within({ about: { requestId } }, async () => {
        const ran = await run(args as ExecutionArgs);
        tellEnded(operationOf(args.document, args.operationName), requestId, started);
        return ran;
      });
      return { ...result, extensions: { ...result.extensions, ...shown } };
    },
    subscribe: async (args) => {
      const { viewer, origin } = contextOf(args);
      const { id, on } = (args as Prepared).by;
      const end = begin(on);
      if (!end) return { errors: [tooManyOn('account')] };
      const fresh: NewContext = (as) => createContext(as === 'nobody' ? asNobody(viewer) : viewer, origin);
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
      // An error would end the stream for good; after a close, the client reconnects and resumes its streams.
      const outage = errors.find(outageIn);
      if (outage) throw outage;
      const seen = errors.map((error) => masked(error, null));
      countErrors(null, seen);
      return seen.map(toClientError);
    },
  });

  /** Takes a subscription's place and returns a function that gives it back; null when none is free. */
  function begin(on: Link): (() => void) | null {
    // Anonymous callers are only told to sign in, so they need no place.
    const account = on.viewer ? payerOf(on.viewer) : '';
    if (account && !connectionLimits.subscriptions.take(account)) return null;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (account) connectionLimits.subscriptions.give(account);
    };
  }

  /** Charges each event of a subscription. When the budget is used up, events wait for it and none is lost. */
  function tollOf({ by: { on }, shown: { cost } }: Prepared): Toll {
    if (!meter.metered) return null;
    let refilledAt = 0;
    return {
      async charge() {
        // A closed socket is not charged.
        if (on.socket.readyState !== on.socket.OPEN) return true;
        const spending = await meter.charge(payer(on), cost.requested);
        refilledAt = spending?.resetAt ?? 0;
        return spending?.allowed ?? true;
      },
      refilled: () => sleep(Math.max(refilledAt - Date.now(), 1000), undefined, { ref: false }),
    };
  }

  /** Parses, checks and charges an operation; a subscription's events are charged as they come. */
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
        shown: paid.shown,
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

/** Closes a socket; its operation doesn't run. */
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
