import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { brief } from '#api/graphql/masking.ts';
import { limits, refusal, shapeErrors } from './limits.ts';

/** Valid documents parsed before; room for several times the web app's. A character takes about 80 bytes. */
const sound = documents(250_000);
/**
 * Documents that are not validated yet or invalid. They have a cache of their own, so that they don't evict valid ones.
 */
const recentDocuments = documents(40_000);
const faults = new WeakMap<DocumentNode, readonly GraphQLError[]>();

/** An LRU cache limited by the documents' total characters. */
function documents(maxSize: number) {
  return new LRUCache<string, DocumentNode>({
    maxSize,
    maxEntrySize: 20_000,
    sizeCalculation: (_, text) => text.length || 1,
  });
}

/** Documents whose parsing is not charged yet. */
const unpaid = new WeakSet<DocumentNode>();

/** The cost of parsing a document: for a new one, one point per character, once. */
export function readingCost(document: DocumentNode): number {
  return unpaid.delete(document) ? (document.loc?.end ?? 0) : 0;
}

/** Parses a document; throws a GraphQLError when it is invalid or has too many tokens. */
export function parseDocument(text: string): DocumentNode {
  const known = sound.get(text) ?? recentDocuments.get(text);
  if (known) return known;
  const document = parseBounded(text);
  unpaid.add(document);
  recentDocuments.set(text, document);
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

/** The errors of a document: first the size limits, then the schema validation. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = faults.get(document);
  if (known) return known;
  const tooMuch = shapeErrors(document);
  const errors = tooMuch.length
    ? tooMuch
    : // No suggestions: they would reveal names that the document didn't use.
      validate(schema, document, undefined, { maxErrors: 5, hideSuggestions: true }).map((error) =>
        coded(error, 'GRAPHQL_VALIDATION_FAILED'),
      );
  faults.set(document, errors);
  const text = document.loc?.source.body ?? '';
  if (errors.length === 0 && recentDocuments.delete(text)) sound.set(text, document);
  return errors;
}

/** Adds an error code for programs, over HTTP and on the socket alike. */
function coded<E>(error: E, code: string): E {
  if (!(error instanceof GraphQLError)) return error;
  error.extensions.code ??= code;
  return brief(error);
}
