/**
 * Finds values in a text: as they are or in another case, URL-encoded, JSON-escaped, in hexadecimal, or in base64 at
 * any byte offset. Returns each form found with its surroundings.
 */
export function tracesOf(values: readonly string[], text: string): string[] {
  const lower = text.toLowerCase();
  return values.flatMap((value) => {
    if (/^\d{6}$/.test(value)) return subjectAccessAlone(value, text);
    const found = [
      ...plainForms(value).map((form) => [form.toLowerCase(), lower]),
      ...codedForms(value).map((form) => [form, text]),
    ].flatMap(([form = '', within = '']) => {
      const at = within.indexOf(form);
      return at < 0 ? [] : [`${value} in ${text.slice(Math.max(0, at - 80), at + form.length + 40)}`];
    });
    return found.slice(0, 1);
  });
}

/** The digits of a code occur by chance in longer numbers and in one id among thousands, so they only count alone. */
function subjectAccessAlone(digits: string, text: string): string[] {
  const [first, second] = [digits.slice(0, 3), digits.slice(3)];
  const found = text.match(
    new RegExp(`.{0,80}(?<![\\da-f.-])${first}(?:[ +-]|%20)?${second}(?![\\da-f-]).{0,40}`, 'i'),
  );
  return found ? [`${digits} in ${found[0]}`] : [];
}

function plainForms(value: string): string[] {
  const forms = [
    value,
    encodeURIComponent(value),
    encodeURI(value),
    value.replaceAll(' ', '+'),
    encodeURIComponent(value).replaceAll('%20', '+'),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('hex'),
  ];
  return [...new Set(forms)];
}

/** Base64 encodes three bytes as four letters, so a value has three different encodings, by its offset. */
function codedForms(value: string): string[] {
  const cases = [value, value.toLowerCase(), encodeURIComponent(value)];
  return cases.flatMap((each) =>
    [0, 1, 2].flatMap((before) => {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(each)]);
      const from = Math.ceil((before * 8) / 6);
      const to = Math.floor((bytes.length * 8) / 6);
      return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)];
    }),
  );
}
