const TURNED: Record<string, string> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  us: 'you',
  our: 'your',
  ours: 'yours',
  ourselves: 'yourselves',
  "i'm": 'you’re',
  "i'd": 'you’d',
  "i've": 'you’ve',
  "i'll": 'you’ll',
  "we're": 'you’re',
  "we'd": 'you’d',
  "we've": 'you’ve',
  "we'll": 'you’ll',
};

/** “In the mine”, “a coal mine”: not what belongs to somebody. */
const IS_NOUN =
  /(?<!\bof )\b(?:the|an?|this|that|my|our|his|coal|tin|gold|salt|silver|copper|iron) (?:\p{L}+ )?mine$/iu;

/** The person's own words in the second person: “my mother’s shoes” becomes “your mother’s shoes”. */
export function secondPerson(text: string): string {
  return text
    .replace(/\b(I|we)((?: \p{L}+ly| never| always| still| just| only| also)?) was\b/giu, '$1$2 were')
    .replace(/\bwas I\b/g, 'were I')
    .replace(/\b(I)((?: never| always| still| just)?) am\b/gu, '$1$2 are')
    .replace(/\bwasn(['’])t\b/g, (all, mark: string, at: number, whole: string) =>
      /\bI $/.test(whole.slice(0, at)) ? `weren${mark}t` : all,
    )
    .replace(/[\p{L}]+(?:['’]\p{L}+)?/gu, (word, at: number, whole: string) =>
      IS_NOUN.test(whole.slice(0, at + word.length))
        ? word
        : (TURNED[word.toLowerCase().replace('’', "'")] ?? word),
    )
    .replace(/'/g, '’');
}
