import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Meter, refusedCost } from '#api/graphql/limits/meter.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { isForeign } from './addresses.ts';
import { readBody } from './body.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { badKey } from './callers.ts';
import { refuse, refuseKey } from './headers.ts';
import { pathOf, type Trace } from './request.ts';
import { openRequestCost, refuseSpentUp } from './request-cost.ts';

/** A request that was admitted to its route. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  trace: Trace;
  /** The groups of the route's path. */
  parts: string[];
  asked: URLSearchParams;
  viewer: Viewer | null;
  isMetered: boolean;
  publicUrl: string;
  readBody: (limit: number) => Promise<Buffer>;
};

export type SignedInCall = Call & { viewer: Viewer };

/** The sender of a request; null for an anonymous one. */
type ViewerOf = (
  request: IncomingMessage,
  at: Pick<Call, 'parts' | 'asked'>,
) => Promise<Viewer | null | typeof badKey>;

/** One kind of address outside of GraphQL and the accounts. */
export type Route = {
  name: Trace['route'];
  /** Requests with other methods go to the routes after it; without it, it takes all. */
  methods?: readonly string[];
  path: string | RegExp;
  /** The points it costs; null when it is free once it was served. */
  cost: number | null;
} & (
  | {
      viewerOf?: ViewerOf;
      may?: never;
      /** Resolves with false when it refused. */
      serve: (call: Call) => Promise<unknown>;
    }
  | {
      viewerOf: ViewerOf;
      /** Only for signed-in callers of whom this is true. Pages of other sites are refused. */
      may: (viewer: Viewer) => boolean;
      serve: (call: SignedInCall) => Promise<unknown>;
    }
);

/** The settings of the server that every route uses. */
export type RouteSettings = {
  origins: ReadonlySet<string>;
  publicUrl: string;
  meter: Meter;
  bodies: BodyMemoryBudget;
};

/** The first route of a request and the groups of its path; null when there is none. */
export function findRoute(
  routes: readonly Route[],
  request: IncomingMessage,
): { route: Route; parts: string[] } | null {
  const requested = pathOf(request);
  for (const route of routes) {
    const { methods, path } = route;
    if (methods && !methods.includes(request.method ?? '')) continue;
    if (path === requested) return { route, parts: [] };
    const match = path instanceof RegExp ? path.exec(requested) : null;
    if (match) return { route, parts: match.slice(1) };
  }
  return null;
}

/** Serves a request to callers who may use its route and can pay for it. A refusal costs less, but is never free. */
export async function serveRoute(
  { route, parts }: { route: Route; parts: string[] },
  request: IncomingMessage,
  response: ServerResponse,
  { trace, ...settings }: RouteSettings & { trace: Trace },
): Promise<void> {
  const { origins, publicUrl, meter, bodies } = settings;
  trace.route = route.name;
  const requestCost = openRequestCost(request, response, { meter, trace });
  if (!requestCost) return;
  const refused = (status: number, code: string, message: string): false => {
    refuse(response, status, code, message);
    return false;
  };
  const admitAndServe = async (): Promise<boolean> => {
    if (route.may && isForeign(request, origins)) {
      return refused(403, 'FORBIDDEN', 'Requests from other sites are not answered');
    }
    const asked = new URL(request.url ?? '/', publicUrl).searchParams;
    const viewer = (await route.viewerOf?.(request, { parts, asked })) ?? null;
    if (viewer === badKey) {
      await requestCost.charge(refusedCost);
      refuseKey(response);
      return false;
    }
    trace.userId = viewer?.userId ?? null;
    trace.keyId = viewer?.key?.id ?? null;
    if (route.may && !viewer) return refused(401, 'UNAUTHORIZED', 'Sign in first');
    if (route.may && viewer && !route.may(viewer)) return refused(403, 'FORBIDDEN', 'Not authorized');
    const spending = route.cost === null ? null : await requestCost.charge(route.cost);
    if (spending && !spending.allowed) {
      refuseSpentUp(request, response, spending);
      return false;
    }
    const call = {
      ...{ request, response, trace, parts, asked, publicUrl },
      isMetered: meter.metered,
      readBody: (limit: number) => readBody(response, { limit, bodies, trace }),
    };
    const served = route.may
      ? route.serve({ ...call, viewer: viewer as Viewer })
      : route.serve({ ...call, viewer });
    return (await served) !== false;
  };

  let isServed = false;
  try {
    isServed = await admitAndServe();
  } finally {
    if (!isServed) await requestCost.chargeIfUncharged();
  }
}
