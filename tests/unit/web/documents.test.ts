import { InMemoryCache } from '@apollo/client';
import { type DocumentNode, getNamedType, type OperationDefinitionNode, typeFromAST } from 'graphql';
import { expect, test } from 'vitest';
import { assess } from '#api/graphql/limits/cost.ts';
import { shapeErrors } from '#api/graphql/limits/limits.ts';
import { schema } from '#api/schema.ts';

const modules = import.meta.glob<Record<string, DocumentNode>>('../../../web/**/*.graphql.ts', {
  eager: true,
});
/** As they are sent: the client asks for the type of everything besides. */
const documents = Object.values(modules)
  .flatMap((each) => Object.values(each))
  .map((document) => new InMemoryCache().transformDocument(document))
  .filter(({ definitions }) => definitions.some(({ kind }) => kind === 'OperationDefinition'));

test.each(documents.map((document) => [nameOf(document), document] as const))(
  '%s stays within the limits of one operation',
  (_name, document) => {
    const operation = operationOf(document);

    const { errors } = assess(schema, document, operation.name?.value, largest(operation));

    expect([...shapeErrors(document), ...errors]).toEqual([]);
  },
);

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const found = document.definitions.find(({ kind }) => kind === 'OperationDefinition');
  if (!found) throw new Error('Only fragments are in this document');
  return found as OperationDefinitionNode;
}

function nameOf(document: DocumentNode): string {
  return operationOf(document).name?.value ?? '';
}

/** Variables with which an operation costs the most of what its page ever asks for. */
function largest({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const values: Record<string, unknown> = { Int: 100, Boolean: true, ID: 'id', String: 'words' };
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, type }) => {
      const named = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]);
      const value = values[named ? getNamedType(named).name : ''];
      const name = variable.name.value;
      return value === undefined || /^(after|before|last)$/.test(name) ? [] : [[name, value]];
    }),
  );
}
