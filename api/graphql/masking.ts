import { randomUUID } from 'node:crypto';
import { type ExecutionResult, GraphQLError, Kind } from 'graphql';
import { log } from '#api/platform/log.ts';

/** Errors that are masked already: two layers may see the same one. */
const masks = new WeakSet<GraphQLError>();

/** Graphql's own words about variables, or about which operation is meant: they come without a code. */
const ofVariables = new WeakSet<GraphQLError>();

/** Whether an error is an ordinary fault of a request, whose status follows the media type, and no refusal. */
export function isOrdinary(error: GraphQLError): boolean {
  return ofVariables.has(error) || error.extensions.code !== 'BAD_REQUEST';
}

/**
 * What a client may read of an error: refusals and faults of its own document as they are; of a defect only an
 * id, under which the log tells where it happened.
 */
export function masked(error: unknown, requestId: string | null): GraphQLError {
  if (error instanceof GraphQLError && masks.has(error)) return error;
  if (error instanceof GraphQLError && isTheClients(error)) {
    if (error.extensions.code === undefined) {
      error.extensions.code = 'BAD_REQUEST';
      ofVariables.add(error);
    }
    return error;
  }
  const errorId = randomUUID();
  const cause = rootCause(error);
  log.error(
    {
      errorId,
      requestId,
      error: cause.name,
      code: (cause as { code?: unknown }).code,
      path: error instanceof GraphQLError ? error.path?.join('.') : undefined,
      // Our own mistakes have words that are about code; a database or a parser repeats what it was given.
      ...(/^(Type|Reference|Range)?Error$/.test(cause.name) && { message: cause.message }),
      at: cause.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    },
    'defect',
  );
  const { nodes, path } = error instanceof GraphQLError ? error : {};
  const mask = new GraphQLError('Unexpected error.', {
    ...(nodes && { nodes }),
    ...(path && { path }),
    extensions: { code: 'INTERNAL_SERVER_ERROR', errorId },
  });
  masks.add(mask);
  return mask;
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

function rootCause(error: unknown): Error {
  if (error instanceof GraphQLError && error.originalError) return rootCause(error.originalError);
  return error instanceof Error ? error : new Error(typeof error);
}
