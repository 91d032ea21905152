const NOISES =
  /\[[^\]]{0,400}\]|\((?:laughs?|laughter|laughing|crosstalk|inaudible|unclear|pause|chuckles?|sighs?|risas?|ríe|pausa|suspir[ao])[^)]{0,400}\)/gi;

/** The words with spaces in place of what a transcript writes about sounds. */
export function withoutNoises(spoken: string): string {
  return spoken.replace(NOISES, (noise) => ' '.repeat(noise.length));
}

/** The marks of a sentence without those that removed words left behind. */
export function tidyMarks(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/,(?: ?,)+/g, ',')
    .replace(/,(?=[.!?…;:])/g, '')
    .replace(/([.!?]) ?\.(?!\.)/g, '$1')
    .replace(/^[\s,.;:…—–-]+/, '')
    .trim();
}

/** A sentence with its capital and its full stop; empty when it has no words. */
export function finishSentence(text: string): string {
  const closed = text.replace(/(?<![,;:\s—–-])[,;:\s—–-]+$/, '');
  if (!/\p{L}/u.test(closed)) return '';
  const ended = /[.!?…]["'”’)]*$/.test(closed) ? closed : `${closed}.`;
  return ended.replace(
    /^(["'“‘(¿¡]*)(\p{Ll})/u,
    (_whole, quote: string, letter: string) => quote + letter.toUpperCase(),
  );
}
