/** Whether a name may stand in what we send: none that a program would turn into a link, by which somebody uses us. */
export function isPlainName(name: string): boolean {
  return name.length <= 60 && !/[/:@\\]|\.\p{L}{2}|www/iu.test(name);
}

/** What stands in a letter in the place of a name by which somebody uses us. */
const instead: Record<string, string> = { subjectName: 'somebody close' };

/** The names in what a letter has to know, as they may stand in it; whatever is no name stays as it is. */
export function withPlainNames<Data>(data: Data): Data {
  if (Array.isArray(data)) return data.map(withPlainNames) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([key, value]) => {
    const isName = /Name$|^claimedBy$/.test(key) && typeof value === 'string';
    if (isName) return [key, isPlainName(value) ? value : (instead[key] ?? 'Somebody')];
    return [key, withPlainNames(value)];
  });
  return Object.fromEntries(entries) as Data;
}
