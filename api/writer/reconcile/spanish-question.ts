import { spanishRelationOf } from '#api/biography/writing/spanish/kinship.ts';
import { sayDateInSpanish } from '#api/biography/writing/spanish/say-date.ts';
import type { ConflictInWords } from './conflict-in-words.ts';
import type { FactReason } from './finding/claims.ts';

/**
 * The question to a person who tells in Spanish, from the English clause that the team reads; null when only the team can
 * decide, and for what the finders for Spanish don't tell apart.
 */
export function questionInSpanish({ kind, about, reason, left, right }: ConflictInWords): string | null {
  if (!left || !right) return null;
  if (kind === 'SAME_PERSON')
    return `¿Son ${left.personName} ${and(right.personName ?? '')} la misma persona?`;
  const [one, other] = [left.value ?? '', right.value ?? ''];
  if (kind === 'CONTRADICTING_DATE') return questionOfTime(about ?? '', reason, [one, other]);
  return kind === 'CONTRADICTING_FACT'
    ? questionOfFact(reason as FactReason | null, about ?? '', [one, other])
    : null;
}

/** "y", and "e" before the sound of an i. */
const and = (words: string) => (/^h?[ií](?![aeo])/i.test(words) ? `e ${words}` : `y ${words}`);

type Two = readonly [string, string];

function questionOfTime(about: string, reason: string | null, [one, other]: Two): string | null {
  const event = eventIn(about);
  if (!event) return null;
  if (reason === null) return `¿${event.asked} ${sayIn(one)} ${or(sayIn(other))}?`;
  const [first, second] = [one, other].map((age) => age.replace(/^at /, ''));
  // It may be the age of the person or of the other one, which both know.
  return event.isOwn
    ? `¿${event.asked} a los ${first} o a los ${second} años?`
    : `Tengo dos edades para ${event.of}: ${first} y ${second} años. ¿Cuál es la correcta?`;
}

function questionOfFact(reason: FactReason | null, about: string, two: Two): string | null {
  const [one, other] = two;
  switch (reason) {
    case 'NUMBER':
      return questionOfNumber(about, two);
    case 'NAME':
      return questionOfName(about, two);
    case 'WORK':
      return questionOfWork(about, two);
    case 'ANSWER':
      return skills[about] ?? null;
    case 'SCHOOLING':
      return '¿Dejó usted la escuela antes de terminarla, o la terminó?';
    case 'AGE':
      return questionOfTime(about, reason, two);
    case 'SETTING': {
      const event = eventIn(about);
      const [first, second] = two.map((each) => settings[each]);
      return event && first && second ? `¿${event.asked} ${first} o ${second}?` : null;
    }
    case null: {
      const event = eventIn(about);
      return event && `¿${event.asked} en ${one} o en ${other}?`;
    }
  }
}

const deeds: [pattern: RegExp, self: string, other: string, event: string][] = [
  [/^was born$|^were born$/, 'Nació usted', 'nació', 'el nacimiento'],
  [/^got married$/, 'Se casó usted', 'se casó', 'la boda'],
  [/^died$/, '', 'murió', 'la muerte'],
  [/^graduated$/, 'Se graduó usted', 'se graduó', 'la graduación'],
  [/^retired$/, 'Se jubiló usted', 'se jubiló', 'la jubilación'],
  [/^started school$/, 'Entró usted a la escuela', 'entró a la escuela', 'la entrada a la escuela'],
  [/^left school$/, 'Dejó usted la escuela', 'dejó la escuela', 'la salida de la escuela'],
  [/^started work$/, 'Empezó usted a trabajar', 'empezó a trabajar', 'el primer trabajo'],
];

type Event = {
  /** How a question begins: "Se casó usted", "Su hermano Tony murió". */
  asked: string;
  /** Of another: "la muerte de su padre". */
  of: string;
  isOwn: boolean;
};

/** The event of an English clause: "you got married", "your brother Tony died". */
function eventIn(about: string): Event | null {
  const [, place] = /^you came to (.+)$/.exec(about) ?? [];
  if (place) return { asked: `Llegó usted a ${place}`, of: '', isOwn: true };
  const [, who = '', did = ''] =
    /^(.+?) ((?:was|were) born|got married|died|graduated|retired|started school|left school|started work)$/.exec(
      about,
    ) ?? [];
  const [, self = '', other = '', event = ''] = deeds.find(([pattern]) => pattern.test(did)) ?? [];
  if (who === 'you' && self) return { asked: self, of: '', isOwn: true };
  const whom = who === 'you' ? null : personIn(who);
  if (!whom || !other) return null;
  const told = `${whom} ${other}`;
  return {
    asked: `${told.charAt(0).toUpperCase()}${told.slice(1)}`,
    of: `${event} de ${whom}`,
    isOwn: false,
  };
}

/** "su hermano Tony" for "your brother Tony"; a name as it is, also where the gender is unknown: "your cousin Rosa". */
function personIn(who: string): string | null {
  const [, relation = '', name = ''] = /^your ([\p{Ll}-]+)(?: (\p{Lu}.*))?$/u.exec(who) ?? [];
  if (!relation) return /^\p{Lu}/u.test(who) ? who : null;
  const said = spanishRelationOf(relation);
  return said ? `su ${said}${name && ` ${name}`}` : name || null;
}

/** "your mother’s mother" is "la madre de su madre". */
function ownerIn(words: string): string | null {
  const [, through, relation = ''] = /^your (?:(\p{Ll}+)’s )?([\p{Ll}-]+)$/u.exec(words) ?? [];
  const said = spanishRelationOf(relation);
  if (!said) return null;
  if (!through) return `su ${said}`;
  const via = spanishRelationOf(through);
  return via && `${isFeminine(said) ? 'la' : 'el'} ${said} de su ${via}`;
}

const isFeminine = (relation: string) => /^madre$|a$/.test(relation);

const groups: Record<string, [words: string, isFeminine: boolean]> = {
  'brothers and sisters': ['hermanos', false],
  brothers: ['hermanos varones', false],
  sisters: ['hermanas', true],
  children: ['hijos', false],
  sons: ['hijos varones', false],
  daughters: ['hijas', true],
  grandchildren: ['nietos', false],
  'great-grandchildren': ['bisnietos', false],
};

function questionOfNumber(about: string, two: Two): string | null {
  const [words, isOfWomen] = groups[about.replace('your ', '')] ?? [];
  if (!words) return null;
  const said = two.map((value) => {
    if (value === 'none') return isOfWomen ? 'ninguna' : 'ninguno';
    return value === 'at least 1'
      ? `al menos ${isOfWomen ? 'una' : 'uno'}`
      : value.replace('at least', 'al menos');
  });
  return `¿${isOfWomen ? 'Cuántas' : 'Cuántos'} ${words} tuvo usted: ${said[0]} ${or(said[1] ?? '')}?`;
}

function questionOfName(about: string, [one, other]: Two): string | null {
  const [, words = '', isMaiden] = /^(.+)’s (maiden )?name$/.exec(about) ?? [];
  const whose = ownerIn(words);
  if (!whose) return null;
  const names = `${one} ${or(other)}`;
  return isMaiden
    ? `¿Cuál era el apellido de soltera de ${whose}: ${names}?`
    : `¿Cómo se llamaba ${whose}: ${names}?`;
}

function questionOfWork(about: string, [one, other]: Two): string | null {
  const [, words = '', year] = /^(.+?)(?:’s)? work(?: in (\d{4}))?$/.exec(about) ?? [];
  const whose = words === 'your' ? 'usted' : ownerIn(words);
  if (!whose) return null;
  return `¿De qué trabajaba ${whose}${year ? ` en ${year}` : ''}: de ${one} o de ${other}?`;
}

/** By the clause for the team: see `spanish-claims.ts`. */
const skills: Record<string, string> = {
  'your swimming': '¿Aprendió usted a nadar, o no aprendió nunca?',
  'your driving': '¿Aprendió usted a conducir (manejar), o no aprendió nunca?',
  'your dancing': '¿Aprendió usted a bailar, o no aprendió nunca?',
  'your reading': '¿Aprendió usted a leer, o no aprendió nunca?',
};

const settings: Record<string, string> = { 'in a hospital': 'en un hospital', 'at home': 'en casa' };

/** "o", and "u" before the sound of an o. */
function or(words: string): string {
  return /^h?[oó]|^8\d?$|^11$/i.test(words) ? `u ${words}` : `o ${words}`;
}

function sayIn(edtf: string): string {
  const said = sayDateInSpanish(edtf);
  const [, from, to] = /^de (.+) a (.+)$/.exec(said) ?? [];
  if (from && to) return `entre ${from} y ${to}`;
  if (/^(?:hacia|quizás hacia|hasta|desde) /.test(said)) return said;
  if (said.startsWith('quizás ')) return `quizás en ${said.slice('quizás '.length)}`;
  if (/^(?:primavera)\b/.test(said)) return `en la ${said}`;
  if (/^(?:verano|otoño|invierno)\b/.test(said)) return `en el ${said}`;
  return /^\d{4}-\d\d-\d\d/.test(edtf) ? `el ${said}` : `en ${said}`;
}
