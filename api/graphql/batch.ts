import DataLoader from 'dataloader';

type Loaders = Map<unknown, DataLoader<unknown, unknown>>;

/** The loaders of each operation, released together with its context. */
const loadersOf = new WeakMap<object, Loaders>();

/** For each operation: what is selected of a field at its node in the document, as an object that stands for it. */
const nodesOf = new WeakMap<object, Map<object | undefined, Map<string, object>>>();

/**
 * Reads a field's value for one row together with the same field of all other rows asked for in the same turn of one
 * operation, in one statement. `field` identifies the field. `read` returns values in the order of the keys. Nothing is
 * cached.
 */
export function batch<Key, Value>(
  operation: object,
  field: unknown,
  key: Key,
  read: (keys: Key[]) => Promise<Value[]>,
): Promise<Value> {
  const loaders: Loaders = loadersOf.get(operation) ?? new Map();
  loadersOf.set(operation, loaders);
  const loader =
    (loaders.get(field) as DataLoader<Key, Value> | undefined) ??
    new DataLoader<Key, Value>((keys) => read([...keys]), {
      cache: false,
      batchScheduleFn: (send) => setImmediate(send),
    });
  loaders.set(field, loader as DataLoader<unknown, unknown>);
  return loader.load(key);
}

/**
 * As `batch`, for rows of which only what is selected is read. Two places of a document can share a field's first node
 * (by a fragment) and still select different things; they are read by a statement each. `query` is what to read, as
 * Pothos gives it.
 */
export function batchSelected<Key, Value>(
  operation: object,
  { node, query }: { node: object | undefined; query: object },
  key: Key,
  read: (keys: Key[]) => Promise<Value[]>,
): Promise<Value> {
  return batch(operation, selectionOf(operation, node, query), key, read);
}

function selectionOf(operation: object, node: object | undefined, query: object): object {
  const nodes = nodesOf.get(operation) ?? new Map<object | undefined, Map<string, object>>();
  nodesOf.set(operation, nodes);
  const selections = nodes.get(node) ?? new Map<string, object>();
  nodes.set(node, selections);
  const text = JSON.stringify(query);
  const selection = selections.get(text) ?? {};
  selections.set(text, selection);
  return selection;
}
