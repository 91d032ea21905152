import type { SpanishTopic } from './topics.ts';

/** “De el” is “del”, “a el” is “al”; names like El Paso keep their article. */
export function contracted(text: string): string {
  return text.replace(/(?<!\p{L})de el(?= )/gu, 'del').replace(/(?<!\p{L})a el(?= )/gu, 'al');
}

/** Puts a topic into a form: {x} is the topic, {era} and {fue} agree with its number, {lo} stands for it. */
export function fillTopic(form: string, { text, isPlural, isFeminine }: SpanishTopic): string {
  return contracted(
    form
      .replace('{x}', text)
      .replace('{era}', isPlural ? 'eran' : 'era')
      .replace('{es}', isPlural ? 'son' : 'es')
      .replace('{fue}', isPlural ? 'fueron' : 'fue')
      .replace('{n}', isPlural ? 'n' : '')
      .replace('{lo}', `${isFeminine ? 'la' : 'lo'}${isPlural ? 's' : ''}`),
  );
}
