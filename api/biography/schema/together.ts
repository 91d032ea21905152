type Asked<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };

const waiting = new WeakMap<object, Map<unknown, Asked<never, never>[]>>();

/**
 * One question to the database for all that a field is asked for in one tick, in one operation. `of` tells the
 * fields apart: a name, or the field's node in the document when what is read depends on it. `read` answers in
 * the order of the keys.
 */
export function together<K, V>(
  operation: object,
  of: unknown,
  key: K,
  read: (keys: K[]) => Promise<V[]>,
): Promise<V> {
  return new Promise<V>((resolve, reject) => {
    const fields = waiting.get(operation) ?? new Map<unknown, Asked<K, V>[]>();
    waiting.set(operation, fields as Map<unknown, Asked<never, never>[]>);
    const asked = (fields.get(of) ?? []) as Asked<K, V>[];
    asked.push({ key, resolve, reject });
    if (asked.length > 1) return;
    fields.set(of, asked as Asked<never, never>[] & Asked<K, V>[]);
    setImmediate(() => {
      fields.delete(of);
      read(asked.map((each) => each.key)).then(
        (values) => {
          asked.forEach((each, at) => {
            each.resolve(values[at] as V);
          });
        },
        (error: unknown) => {
          for (const each of asked) each.reject(error);
        },
      );
    });
  });
}
