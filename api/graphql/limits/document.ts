import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { brief } from '#api/graphql/masking.ts';
import { limits, refusal, shapeErrors } from './limits.ts';

/** Documents read before in which nothing is wrong: several times the web app's. A character takes about 80 bytes. */
const sound = documents(250_000);
/** Those that nobody has looked through yet, or that are refused: however many come, those that are in use stay. */
const lately = documents(40_000);
const faults = new WeakMap<DocumentNode, readonly GraphQLError[]>();

/** Keeps so many characters of documents, not those that have been unused for longest. */
function documents(maxSize: number) {
  return new LRUCache<string, DocumentNode>({
    maxSize,
    maxEntrySize: 20_000,
    sizeCalculation: (_, text) => text.length || 1,
  });
}

/** Documents that were read and that nobody has paid for yet. */
const unpaid = new WeakSet<DocumentNode>();

/** What the reading of a document costs beyond the operation: a new one a point for each character, once. */
export function readingCost(document: DocumentNode): number {
  return unpaid.delete(document) ? (document.loc?.end ?? 0) : 0;
}

/** Reads a document; throws a GraphQLError when it can't be read or has too many words. */
export function parseDocument(text: string): DocumentNode {
  const known = sound.get(text) ?? lately.get(text);
  if (known) return known;
  const document = parseBounded(text);
  unpaid.add(document);
  lately.set(text, document);
  return document;
}

function parseBounded(text: string): DocumentNode {
  if (text.length > limits.characters) {
    throw refusal(`The document has more than ${limits.characters} characters`);
  }
  try {
    return parse(text, { maxTokens: limits.tokens, noLocation: false });
  } catch (error) {
    if (error instanceof GraphQLError && /more than \d+ tokens/.test(error.message)) {
      throw refusal(`The document has more than ${limits.tokens} tokens`);
    }
    throw coded(error, 'GRAPHQL_PARSE_FAILED');
  }
}

/** What is wrong with a document: first whether it is too much, then whether the schema knows what it asks. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = faults.get(document);
  if (known) return known;
  const tooMuch = shapeErrors(document);
  const errors = tooMuch.length
    ? tooMuch
    : // No suggestions: they would spell out what was not asked for.
      validate(schema, document, undefined, { maxErrors: 5, hideSuggestions: true }).map((error) =>
        coded(error, 'GRAPHQL_VALIDATION_FAILED'),
      );
  faults.set(document, errors);
  const text = document.loc?.source.body ?? '';
  if (errors.length === 0 && lately.delete(text)) sound.set(text, document);
  return errors;
}

/** The same error with a code for programs to read, over HTTP and on the socket alike. */
function coded<E>(error: E, code: string): E {
  if (!(error instanceof GraphQLError)) return error;
  error.extensions.code ??= code;
  return brief(error);
}
