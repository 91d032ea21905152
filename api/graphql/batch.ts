import DataLoader from 'dataloader';

/** The loaders of an operation, by field and by what is selected of it. */
type Loaders = Map<unknown, Map<string, DataLoader<unknown, unknown>>>;

/** Released together with the operation's context. */
const loadersOf = new WeakMap<object, Loaders>();

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
  return loaderFor(operation, { field, selection: '' }, read).load(key);
}

/**
 * As `batch`, for a field of which only what is selected is read. Two places of a document can share a field's first
 * node (by a fragment) and still select different things; each selection is read by its own statement. `query` is the
 * selection as Pothos gives it.
 */
export function batchSelected<Key, Value>(
  operation: object,
  { node, query }: { node: object | undefined; query: object },
  key: Key,
  read: (keys: Key[]) => Promise<Value[]>,
): Promise<Value> {
  return loaderFor(operation, { field: node, selection: JSON.stringify(query) }, read).load(key);
}

function loaderFor<Key, Value>(
  operation: object,
  { field, selection }: { field: unknown; selection: string },
  read: (keys: Key[]) => Promise<Value[]>,
): DataLoader<Key, Value> {
  const loaders: Loaders = loadersOf.get(operation) ?? new Map();
  loadersOf.set(operation, loaders);
  const ofField = loaders.get(field) ?? new Map<string, DataLoader<unknown, unknown>>();
  loaders.set(field, ofField);
  const known = ofField.get(selection) as DataLoader<Key, Value> | undefined;
  if (known) return known;
  const loader = new DataLoader<Key, Value>((keys) => read([...keys]), {
    cache: false,
    batchScheduleFn: (send) => setImmediate(send),
  });
  ofField.set(selection, loader as DataLoader<unknown, unknown>);
  return loader;
}
