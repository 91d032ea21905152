import DataLoader from 'dataloader';

type Loaders = Map<unknown, DataLoader<unknown, unknown>>;

/** The loaders of each operation; they are dropped with its context. */
const loadersOf = new WeakMap<object, Loaders>();

/**
 * Reads a field's value for one row together with the same field's values for all other rows that are asked for in the
 * same turn of one operation, by one statement. `field` tells fields apart: a name, or the field's node in the document
 * when what is read depends on it. `read` answers in the order of the keys. Nothing is cached.
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
