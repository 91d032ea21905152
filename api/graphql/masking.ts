import { randomUUID } from 'node:crypto';
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { outageIn } from '#api/platform/database/outage.ts';
import { Unavailable } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import { metrics } from '#api/platform/observability/metrics.ts';

/** Errors that are masked already, because two layers may see the same one. */
const masks = new WeakSet<GraphQLError>();

/** Errors of the graphql library about variables or the operation name: they have no code. */
const ofVariables = new WeakSet<GraphQLError>();

/** Whether an error is an ordinary request error, whose status depends on the media type, and no refusal. */
export function isOrdinary(error: GraphQLError): boolean {
  return ofVariables.has(error) || error.extensions.code !== 'BAD_REQUEST';
}

/**
 * The error that a client may read: refusals and errors of its document unchanged; an outage as "unavailable"; a defect
 * only as an id, which the log explains.
 */
export function masked(error: unknown, requestId: string | null): GraphQLError {
  if (error instanceof GraphQLError && masks.has(error)) return error;
  if (error instanceof GraphQLError && isTheClients(error)) {
    if (error.extensions.code === undefined) {
      error.extensions.code = 'BAD_REQUEST';
      ofVariables.add(error);
    }
    // A library's parse error contains a piece of the body.
    delete error.extensions.originalError;
    return brief(error);
  }
  const { nodes, path } = error instanceof GraphQLError ? error : {};
  const about = { ...(nodes && { nodes }), ...(path && { path }) };
  const outage = outageIn(error);
  if (outage) {
    log.warn(
      { ...(requestId && { requestId }), outage, field: fieldOf(error), error: rootCause(error) },
      'database',
    );
    return new Unavailable(outage, about);
  }
  const errorId = randomUUID();
  metrics.defects.inc();
  log.error(
    { errorId, ...(requestId && { requestId }), field: fieldOf(error), error: rootCause(error) },
    'defect',
  );
  const mask = new GraphQLError('Unexpected error.', {
    ...about,
    extensions: { code: 'INTERNAL_SERVER_ERROR', errorId },
  });
  masks.add(mask);
  return mask;
}

const longestMessage = 500;

/** Shortens the message, which may quote long input. */
export function brief<E extends Error>(error: E): E {
  if (error.message.length > longestMessage) error.message = `${error.message.slice(0, longestMessage)}…`;
  return error;
}

/** The same result with its errors masked. */
export function maskedResult<R extends ExecutionResult>(result: R, requestId: string | null): R {
  if (!result.errors?.length) return result;
  return { ...result, errors: result.errors.map((error) => masked(error, requestId)) };
}

function isTheClients(error: GraphQLError): boolean {
  if (error.originalError && !(error.originalError instanceof GraphQLError)) return false;
  if (typeof error.extensions.code === 'string') return error.extensions.code !== 'INTERNAL_SERVER_ERROR';
  // Without a code, it comes from the graphql library: about the document, or about a resolver's wrong value.
  return !error.path || !error.nodes?.every((node) => node.kind === Kind.FIELD);
}

function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? rootCause(error.originalError) : error;
}

/** The schema name of the failed field; its path has the aliases of the document. */
function fieldOf(error: unknown): string | undefined {
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined;
  return node?.kind === Kind.FIELD ? node.name.value : undefined;
}

/** The error for the client, without the HTTP status it asks for. */
export function toClientError(error: GraphQLError): GraphQLFormattedError {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON();
  return { ...rest, ...(Object.keys(extensions).length && { extensions }) };
}
