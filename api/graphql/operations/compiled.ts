import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { outageIn } from '#api/platform/database/outage.ts';
import { schemaToCompile } from './shared-paths.ts';

/** A document is compiled once it was asked so often: who asks something once, or makes documents up, pays for none. */
const oftenEnough = 20;
const longest = 10_000;

/** Resolvers are typed: texts, numbers and the values of enums, which are called what they are, need no second look. */
const leavesAsTheyAre = { disableLeafSerialization: true };

type Run = (...of: Parameters<CompiledQuery['query']>) => Promise<ExecutionResult> | ExecutionResult;
type SubjectAccess = { asked: number; run: Run | null };

/** By the schema, which is another for keys; forgotten with the document, of which so many are kept. */
const subjectAccesses = new WeakMap<GraphQLSchema, WeakMap<OperationDefinitionNode, SubjectAccess>>();

/**
 * Runs a query that is asked often by a function made for its document: a list or a transcript takes two fifths less
 * of the server's time. Null for every other operation, and for one in which something went wrong: the ordinary
 * executor runs that one, and tells what. That the database is out of order is told at once: asking again would be
 * waiting twice.
 */
export async function runCompiled(args: ExecutionArgs): Promise<ExecutionResult | null> {
  const { schema, document, operationName } = args;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query') return null;
  const subjectAccess = subjectAccessOf(schema, operation);
  if (++subjectAccess.asked === oftenEnough && isPlain(document)) subjectAccess.run = await compiled(args);
  if (!subjectAccess.run) return null;
  const result = await subjectAccess.run(args.rootValue, args.contextValue, args.variableValues);
  return !result.errors || result.errors.some((error) => outageIn(error)) ? result : null;
}

function subjectAccessOf(schema: GraphQLSchema, operation: OperationDefinitionNode): SubjectAccess {
  const ofSchema = subjectAccesses.get(schema) ?? new WeakMap<OperationDefinitionNode, SubjectAccess>();
  const known = ofSchema.get(operation);
  if (known) return known;
  const subjectAccess = { asked: 0, run: null };
  subjectAccesses.set(schema, ofSchema.set(operation, subjectAccess));
  return subjectAccess;
}

/**
 * Null when no function can be made for it, or its compiler can't be had: nobody's question fails by that. The compiler
 * holds up no start.
 */
async function compiled({ schema, document, operationName }: ExecutionArgs): Promise<SubjectAccess['run']> {
  const compiler = await import('graphql-jit').catch(() => null);
  if (!compiler) return null;
  const { compileQuery, isCompiledQuery } = compiler;
  const query = compileQuery(
    schemaToCompile(schema, document),
    document,
    operationName ?? '',
    leavesAsTheyAre,
  );
  return isCompiledQuery(query) ? (query.query as SubjectAccess['run']) : null;
}

/**
 * Whether nothing of a document but names and numbers would stand in the function made for it, and no name that means
 * something to JavaScript: strangers' words are never made into code.
 */
function isPlain(document: DocumentNode): boolean {
  if ((document.loc?.end ?? Number.POSITIVE_INFINITY) > longest) return false;
  let plain = true;
  visit(document, {
    StringValue() {
      plain = false;
    },
    Name({ value }) {
      if (value !== '__typename' && /^(__|constructor$|prototype$)/.test(value)) plain = false;
    },
  });
  return plain;
}
