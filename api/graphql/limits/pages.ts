import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { validate as isUuid } from 'uuid';
import { fragmentsOf, limits, refusal } from './limits.ts';

export type Variables = Readonly<Record<string, unknown>>;

type Argument = 'first' | 'last' | 'after' | 'before';
type Page = { field: string; byRow: boolean } & Partial<Record<Argument, ValueNode>>;

/** The page arguments of an operation, found once for each document. */
const pagesOf = new WeakMap<OperationDefinitionNode, readonly Page[]>();

/** Errors for page sizes out of bounds and for cursors that don't belong to their list. */
export function pageErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError[] {
  let pages = pagesOf.get(operation);
  if (!pages) {
    pages = findPages(schema, document, operation);
    pagesOf.set(operation, pages);
  }
  const defaults = new Map(
    operation.variableDefinitions?.map((each) => [each.variable.name.value, each.defaultValue]),
  );
  const given = (value: ValueNode | undefined): unknown => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind === Kind.STRING) return value.value;
    if (value?.kind !== Kind.VARIABLE) return null;
    const variable = variables[value.name.value];
    return variable === undefined ? given(defaults.get(value.name.value)) : variable;
  };
  return pages.flatMap(({ field, byRow, ...page }) => {
    const size = (name: 'first' | 'last') => {
      const value = given(page[name]);
      return typeof value === 'number' ? value : null;
    };
    const refused = (name: Argument, rule: string) =>
      refusal(`${field}.${name}: ${rule}`, { path: [...field.split('.'), name] });
    const [first, last] = [size('first'), size('last')];
    if (first !== null && last !== null) return [refused('first', 'give either first or last, not both')];
    return [
      ...(isPage(first) ? [] : [refused('first', `must be from 1 to ${limits.page}`)]),
      ...(isPage(last) ? [] : [refused('last', `must be from 1 to ${limits.page}`)]),
      ...(['after', 'before'] as const)
        .filter((name) => byRow && !isRowCursor(given(page[name])))
        .map((name) => refused(name, 'is not a cursor of this list')),
    ];
  });
}

function isPage(size: number | null): boolean {
  return size === null || (size >= 1 && size <= limits.page);
}

/** Whether a cursor has the form that lists of rows return. The executor refuses values that are no text. */
function isRowCursor(cursor: unknown): boolean {
  if (typeof cursor !== 'string') return true;
  const [, id = ''] = /^GPC:S:(.*)$/s.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  return isUuid(id);
}

function findPages(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Page[] {
  const fragments = fragmentsOf(document);
  const pages: Page[] = [];
  const seen = new Set<SelectionSetNode>();
  look(operation.selectionSet, schema.getRootType(operation.operation), []);
  return pages;

  function look(
    selectionSet: SelectionSetNode | undefined,
    type: GraphQLNamedType | null | undefined,
    path: readonly string[],
  ): void {
    if (!selectionSet || seen.has(selectionSet)) return;
    seen.add(selectionSet);
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        look(fragment?.selectionSet, schema.getType(fragment?.typeCondition.name.value ?? ''), path);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition;
        look(selection.selectionSet, on ? schema.getType(on.name.value) : type, path);
      } else {
        const field =
          isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
        const here = [...path, selection.alias?.value ?? selection.name.value];
        const asked = (['first', 'last', 'after', 'before'] as const).flatMap((name) => {
          const argument = selection.arguments?.find((each) => each.name.value === name);
          return argument ? [[name, argument.value] as const] : [];
        });
        if (asked.length) {
          pages.push({ field: here.join('.'), byRow: isListOfRows(field), ...Object.fromEntries(asked) });
        }
        look(selection.selectionSet, field && getNamedType(field.type), here);
      }
    }
  }
}

/** Whether a connection's cursors are row ids. Messages have their own cursors, which their reader checks. */
function isListOfRows(field: GraphQLField<unknown, unknown> | undefined): boolean {
  const edges = fieldOf(field, 'edges');
  return !!edges && getNamedType(fieldOf(edges, 'node')?.type)?.name !== 'Message';
}

function fieldOf(field: GraphQLField<unknown, unknown> | undefined, name: string) {
  const type = field && getNamedType(field.type);
  return isObjectType(type) ? type.getFields()[name] : undefined;
}
