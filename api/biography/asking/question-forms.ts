/** After "her", these words show that it isn't possessive: "Who drove her to the plane?" */
const AFTER_OBJECT =
  /^(?:to|in|at|on|when|before|after|with|about|for|and|or|as|by|from|if|most|the|a|an|out|up|away|back|there|then|so|how|that)$/i;

const SECOND_PERSON: readonly [RegExp, string][] = [
  [/\b(?:was (?:he|she|i)|were they)\b/gi, 'were you'],
  [/\b(?:(?:he|she|i) was|they were)\b/gi, 'you were'],
  [/\b(?:is (?:he|she)|am i|are they)\b/gi, 'are you'],
  [/\bdoes (?:he|she)\b/gi, 'do you'],
  [/\bhas (?:he|she)\b/gi, 'have you'],
  [/\b(?:he|she|they|i|him|himself|herself|them|me|myself)\b/gi, 'you'],
  [/\b(?:his|their|my)\b/gi, 'your'],
];

const FIRST_PERSON: readonly [RegExp, string][] = [
  [/\bwere you\b/gi, 'was I'],
  [/\byou were\b/gi, 'I was'],
  [/\bare you\b/gi, 'am I'],
  [/\byour\b/gi, 'my'],
  [/\byou\b/gi, 'I'],
];

/**
 * A question as the family asks it, as the interviewer asked it ("you"), and nearer to the words of an answer ("I").
 * `names` are the names of the person who speaks.
 */
export function questionForms(question: string, names: readonly string[]): string[] {
  const asked = question.replaceAll('’', "'");
  const parts = names.flatMap((name) => name.split(/\s+/)).filter((name) => /^\p{L}{3,}$/u.test(name));
  const unnamed = parts.reduce(
    (text, name) =>
      text
        .replace(new RegExp(`(?<!\\p{L})${name}'s(?!\\p{L})`, 'gu'), 'your')
        .replace(new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'gu'), 'you'),
    asked,
  );
  const hers = unnamed.replace(/\bher\b(\s+)?(\w+)?/gi, (_, space = '', next = '') =>
    next && !AFTER_OBJECT.test(next) ? `your${space}${next}` : `you${space}${next}`,
  );
  const second = replaceAll(hers, SECOND_PERSON);
  return [question, second, replaceAll(second, FIRST_PERSON)];
}

function replaceAll(text: string, rules: readonly [RegExp, string][]): string {
  return rules.reduce((changed, [from, to]) => changed.replace(from, to), text);
}
