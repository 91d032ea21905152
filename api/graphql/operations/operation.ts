import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  getOperationAST,
  type OperationDefinitionNode,
  type OperationTypeNode,
} from 'graphql';
import { operationNames } from '#api/generated/operation-names.ts';

/** An operation as logs, numbers and traces know it: by its document, never by what it was asked with. */
export type Operation = {
  kind: `${OperationTypeNode}`;
  /** The name that it has in our own web app; 'other' for any other, which may be anything. */
  name: string;
  /** The beginning of its document's SHA-256, by which whoever has the document knows it. */
  document: string;
};

const known = new WeakMap<OperationDefinitionNode, Operation>();

/** Null when the document doesn't say which of its operations is meant. */
export function operationOf(
  document: DocumentNode,
  operationName: string | null | undefined,
): Operation | null {
  const node = getOperationAST(document, operationName);
  if (!node) return null;
  const subjectAccess = known.get(node);
  if (subjectAccess) return subjectAccess;
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
