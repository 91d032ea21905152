/** Whether a name may appear in what we send: not one that a mail program would turn into a link. */
export function isPlainName(name: string): boolean {
  return name.length <= 60 && !/[/:@\\]|\.\p{L}{2}|www/iu.test(name);
}

/** Replacements for names that abuse our mail for links. */
const instead: Record<string, string> = { subjectName: 'somebody close' };

/** Replaces abusive names in a letter's data; other values stay. */
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
