import { readFileSync } from 'node:fs';
import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';

const document = parse(readFileSync('tests/contract/operations.graphql', 'utf8'));
const fragments = new Map(
  document.definitions
    .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
    .map((each) => [each.name.value, each]),
);

/** The documents that clients rely on: each operation by name, together with its fragments. */
export const operations: ReadonlyMap<string, string> = new Map(
  document.definitions
    .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => [operation.name?.value ?? '', withFragments(operation)]),
);

/** A document by its operation's name; throws if there is none. */
export function operation(name: string): string {
  const text = operations.get(name);
  if (!text) throw new Error(`There is no operation ${name} in the contract`);
  return text;
}

function withFragments(operationNode: OperationDefinitionNode): string {
  const used = new Set<FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(operationNode);
  return [operationNode, ...used].map(print).join('\n\n');
}
