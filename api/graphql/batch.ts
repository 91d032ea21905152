import DataLoader from 'dataloader';

type Loaders = Map<unknown, DataLoader<unknown, unknown>>;

/** The loaders of each operation, released together with its context. */
const loadersOf = new WeakMap<object, Loaders>();

/**
 * Reads a field's value for one row together with the same field of all other rows asked for in the same turn of one
 * operation, in one statement. `field` identifies the field: a name, or its node in the document when the read depends
 * on it. `read` returns values in the order of the keys. Nothing is cached.
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
