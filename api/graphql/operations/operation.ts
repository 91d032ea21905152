import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  getOperationAST,
  type OperationDefinitionNode,
  type OperationTypeNode,
} from 'graphql';
import { operationNames } from '#api/generated/operation-names.ts';

/** An operation as logs, metrics and traces name it: by its document, never by its variables. */
export type Operation = {
  kind: `${OperationTypeNode}`;
  /** Its name when it is one of our web app's operations; otherwise 'other', because clients can choose any name. */
  name: string;
  /** The first 16 hex digits of the document's SHA-256, to find the document again. */
  document: string;
};

const known = new WeakMap<OperationDefinitionNode, Operation>();

/** Null when the document doesn't say which of its operations to run. */
export function operationOf(
  document: DocumentNode,
  operationName: string | null | undefined,
): Operation | null {
  const node = getOperationAST(document, operationName);
  if (!node) return null;
  const cached = known.get(node);
  if (cached) return cached;
  const name = node.name?.value ?? '';
  const operation = {
    kind: node.operation,
    name: operationNames.has(name) ? name : 'other',
    document: createHash('sha256')
      .update(document.loc?.source.body ?? '')
      .digest('hex')
      .slice(0, 16),
  };
  known.set(node, operation);
  return operation;
}
