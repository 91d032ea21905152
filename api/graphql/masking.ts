import { randomUUID } from 'node:crypto';
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { outageIn } from '#api/platform/database/outage.ts';
import { Unavailable } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import { metrics } from '#api/platform/observability/metrics.ts';

/** Errors that are masked already: two layers may see the same one. */
const masks = new WeakSet<GraphQLError>();

/** Graphql's own words about variables, or about which operation is meant: they come without a code. */
const ofVariables = new WeakSet<GraphQLError>();

/** Whether an error is an ordinary fault of a request, whose status follows the media type, and no refusal. */
export function isOrdinary(error: GraphQLError): boolean {
  return ofVariables.has(error) || error.extensions.code !== 'BAD_REQUEST';
}

/**
 * What a client may read of an error: refusals and faults of its own document as they are; that the database is
 * out of order; of a defect only an id, under which the log tells where it happened.
 */
export function masked(error: unknown, requestId: string | null): GraphQLError {
  if (error instanceof GraphQLError && masks.has(error)) return error;
  if (error instanceof GraphQLError && isTheClients(error)) {
    if (error.extensions.code === undefined) {
      error.extensions.code = 'BAD_REQUEST';
      ofVariables.add(error);
    }
    // What a body that can't be read made a library throw, with a piece of that body in it.
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

/** The same error, without more of what was sent than it takes to find it there. */
export function brief<E extends Error>(error: E): E {
  if (error.message.length > longestMessage) error.message = `${error.message.slice(0, longestMessage)}…`;
  return error;
}

/** The same result, with what is wrong in it masked. */
export function maskedResult<R extends ExecutionResult>(result: R, requestId: string | null): R {
  if (!result.errors?.length) return result;
  return { ...result, errors: result.errors.map((error) => masked(error, requestId)) };
}

function isTheClients(error: GraphQLError): boolean {
  if (error.originalError && !(error.originalError instanceof GraphQLError)) return false;
  if (typeof error.extensions.code === 'string') return error.extensions.code !== 'INTERNAL_SERVER_ERROR';
  // Without a code it is graphql's own word: about the document, or about a field that broke its promise.
  return !error.path || !error.nodes?.every((node) => node.kind === Kind.FIELD);
}

function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? rootCause(error.originalError) : error;
}

/** The field that failed, by its own name: in its path it goes by whatever name the document gave it. */
function fieldOf(error: unknown): string | undefined {
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined;
  return node?.kind === Kind.FIELD ? node.name.value : undefined;
}

/** The error as a client reads it: without the status that it asks for over HTTP. */
export function toClientError(error: GraphQLError): GraphQLFormattedError {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON();
  return { ...rest, ...(Object.keys(extensions).length && { extensions }) };
}
