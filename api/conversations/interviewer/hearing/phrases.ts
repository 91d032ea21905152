import { plain } from '../words.ts';
import { AFTER_HEAD, isPerson, isPlace, isPluralHead, KIN_KINDS, kindOfHead, MODIFIERS } from './lexicon.ts';
import { isSubject, type Mention, present } from './mention.ts';

const PHRASE =
  /(?<![\p{L}'’-])(my|our|the)((?: (?!my\b|our\b|the\b)[\p{L}’'-]+?){0,3}?) ([\p{L}-]+)(?=(['’]s? |['’]s?\b)?([.,;:!?)…"”—–]|-|$| ([\p{L}’']+)))/giu;
/** After these somebody is described, or only quoted, and does nothing. */
const IDLE = /^(?:was|were|is|had|has|said|says|always|used|and)$/;

/** “My”, “our” or “the” before a head that is known for what it is. */
export function phrases(sentence: string, index: number): Mention[] {
  const found: Mention[] = [];
  const pattern = new RegExp(PHRASE.source, PHRASE.flags);
  for (let match = pattern.exec(sentence); match; match = pattern.exec(sentence)) {
    // A phrase may begin within one that came to nothing.
    pattern.lastIndex = match.index + (match[1]?.length ?? 1);
    const determiner = plain(match[1] ?? '');
    const between = plain(match[2] ?? '')
      .split(' ')
      .filter(Boolean);
    const head = plain(match[3] ?? '');
    const kind = kindOfHead(head);
    const [possessive, next] = [match[4], match[6]];
    if (!kind || match[3] !== head) continue;
    if (!between.every((word) => MODIFIERS.has(word))) continue;
    if (possessive || (match[5] ?? '').startsWith('-')) continue;
    const named = next && /^\p{Lu}\p{Ll}/u.test(next) && isPerson(kind) && kind !== 'PEOPLE';
    if (next && !named && !AFTER_HEAD.has(plain(next)) && !/(?:ed|ly|n't)$/.test(plain(next))) continue;
    if (KIN_KINDS.has(kind) && determiner === 'the') continue;
    const subject = isSubject(sentence, match.index);
    // “The captain” is somebody only when he does something.
    if (isPerson(kind) && determiner === 'the' && !subject) continue;
    if (kind === 'PEOPLE' && determiner === 'the' && !/s$/.test(head)) continue;
    if ((isPlace(kind) || kind === 'CELEBRATION') && !present(sentence)) continue;
    const couple = /^(?:mother|father|mom|dad)$/.test(head)
      ? sentence
          .slice(match.index)
          .match(/^my (mother|father|mom|dad) and (?:my )?(mother|father|mom|dad)\b/i)
      : null;
    const own = (match[2] ?? '').trim().replace(/'/g, '’');
    const text = couple
      ? `your ${couple[1]} and ${couple[2]}`
      : named && kind !== 'ACQUAINTANCE' && KIN_KINDS.has(kind)
        ? nameFrom(sentence.slice(match.index + match[0].length))
        : `${determiner === 'the' ? 'the' : 'your'} ${own ? `${own} ` : ''}${head}`;
    found.push({
      text: text ?? `your ${head}`,
      kind: couple ? 'PEOPLE' : kind,
      head,
      acts: subject && isPerson(kind) && !(next && IDLE.test(next)),
      plural: couple !== null || kind === 'PEOPLE' || isPluralHead(head) || /[^s]s$/.test(head),
      at: match.index,
      sentence: index,
      subject,
    });
  }
  return found;
}

const OWNED = /\b(?:my|our) ([\p{L}-]+)['’]s ((?:[\p{L}-]+(?: |(?=[.,;:!?)…]|$)))+)/giu;

/** “my father’s boat”: somebody’s thing, and a better topic than either alone. */
export function owned(sentence: string, index: number): Mention[] {
  return [...sentence.matchAll(OWNED)].flatMap((match) => {
    const [, owner = '', rest = ''] = match;
    const words = rest.trim().split(' ');
    const at = words.findIndex((word) => !MODIFIERS.has(word));
    const [head = '', next] = at < 0 ? [] : words.slice(at);
    const kind = kindOfHead(head);
    if (!kind || !KIN_KINDS.has(kindOfHead(owner) ?? 'THING') || isPerson(kind)) return [];
    if (next && !AFTER_HEAD.has(plain(next)) && !/(?:ed|ly|n't)$/.test(plain(next))) return [];
    if (isPlace(kind) && !present(sentence.replace(match[0], ''))) return [];
    return [
      {
        text: `your ${owner}’s ${words.slice(0, at + 1).join(' ')}`,
        kind,
        head,
        acts: false,
        plural: isPluralHead(head) || /[^s]s$/.test(head),
        at: match.index,
        sentence: index,
        subject: isSubject(sentence, match.index) || kind === 'THING',
      },
    ];
  });
}

const nameFrom = (rest: string) =>
  rest.match(/^ ?((?:\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)?)(?![\p{L}’'])/u)?.[1] ?? null;
