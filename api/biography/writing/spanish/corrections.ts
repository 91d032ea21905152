import { fold, tokens } from '#api/biography/writing/language/words.ts';
import type { Edit } from '#api/biography/writing/repairs/edited-text.ts';
import { withCorrections } from '#api/biography/writing/repairs/said-sentences.ts';
import type { Settled } from '#api/biography/writing/repairs/settle.ts';
import type {
  ExistingCard,
  SourcedSentence,
  SourceSpan,
  WriteMessage,
} from '#api/biography/writing/writer.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { relationOf } from './kinship.ts';
import { findNumbers } from './numbers.ts';
import { isSpanishName, typedNames } from './typed.ts';
import { foldInPlace, isStopWord, looksLikeVerb, nounForm } from './words.ts';

/** Words with which somebody stops to correct themselves. */
const TERM =
  'no|perdon(?:e|eme|ame)?|disculpe|digo|mejor dicho|quise decir|quiero decir|miento|me equivoco|me equivoque|corrijo|mas bien|espere|espera|ay no|que digo|no es cierto|no miento|no espere';
/** "A las seis, bueno, a las siete": "bueno" corrects only a value of the same kind. */
const WEAK_TERM = 'bueno|o sea|es decir';
const STOPS = new RegExp(
  `(?:[,.;…—–-]+ ?|\\.{2,} ?| )((?:${TERM}|${WEAK_TERM})(?:(?:,|…)? (?:${TERM}|bueno|eh))*)(?:[,.…—–:-]+ ?|\\.{2,} ?| )(?=\\S)`,
  'gu',
);
/** A word of such a term that alone is enough. */
const SURE_TERM =
  /\b(?:perdon|perdone|disculpe|digo|mejor dicho|quise decir|quiero decir|miento|me equivoco|me equivoque|corrijo|mas bien|que digo|no miento|ay no)\b/;
/** The most words that are replaced. */
const LONGEST = 7;
/** The most sentences before a correction that it may mean. */
const LOOK_BACK = 4;
/** A correction that names the wrong words may mean any of so many sentences. */
const LOOK_BACK_FOR_NAMED = 40;

type Kind = 'NUMBER' | 'NAME' | 'KIN';

/** A word that can be wrong: a name, a number or a relative. */
interface Value {
  kind: Kind;
  text: string;
  start: number;
  end: number;
}

interface Told {
  messageId: string;
  text: string;
  start: number;
  end: number;
}

interface Work {
  told: Told[];
  book: { cardId: string; proposal: boolean; replaces: SourcedSentence }[];
  settled: Settled;
}

/**
 * Applies a person's corrections: in the same sentence ("en el 59, no, en el 60"), in one told before ("Perdón, fue en
 * Puebla", "dije Rosa, quise decir Rita"), and in the book. Uncertain ones change nothing.
 */
export function settleCorrections(
  messages: readonly WriteMessage[],
  cards: readonly ExistingCard[],
): Settled {
  const settled: Settled = { edits: new Map(), amendments: [], unsettled: [] };
  const book = cards.flatMap((card) =>
    card.paragraphs.flat().map((replaces) => ({ cardId: card.id, proposal: card.touchedByPerson, replaces })),
  );
  const work: Work = { told: [], book, settled };
  for (const message of messages) if (message.role === 'user') settleTurn(message, work);
  return settled;
}

function settleTurn(message: WriteMessage, work: Work) {
  const { settled, told } = work;
  const whole = withCorrections(message);
  for (const sentence of splitSentences(whole)) {
    const here: Told = { messageId: message.id, ...sentence };
    const remark = remarkIn(sentence.text);
    const corrected = remark ? putRight(remark, here, work) : false;
    if (corrected) continue;
    const repaired = repairsIn(sentence.text);
    for (const { start, end, by } of repaired) {
      const source = { messageId: message.id, start: here.start + by.start, end: here.start + by.end };
      addEdit(settled, message.id, {
        start: here.start + start,
        end: here.start + end,
        text: by.text,
        by: { source, value: source },
        isSlip: true,
      });
    }
    const heard = heardAsCorrection(message, here);
    if (heard && repaired.length === 0) {
      const source = { messageId: here.messageId, start: here.start, end: here.end };
      settled.unsettled.push({ text: sentence.text, sources: [source] });
      if (isOnlyRemark(sentence.text)) continue;
      // A sentence that the reading took for a correction, but that corrects nothing, is told like the rest.
      if (message.text.slice(here.start, here.end) !== sentence.text)
        addEdit(settled, message.id, {
          start: here.start,
          end: here.end,
          text: sentence.text,
          by: null,
          isSlip: true,
        });
    }
    told.push(here);
  }
}

function addEdit({ edits }: Settled, messageId: string, edit: Edit) {
  const { start, end, text, by, isSlip } = edit;
  const known = (edits.get(messageId) ?? []).filter((other) => !(start <= other.start && other.end <= end));
  edits.set(messageId, [...known, { start, end, text, by, isSlip }]);
}

function heardAsCorrection({ corrections = [] }: WriteMessage, { start, end }: Told): boolean {
  const heard = corrections
    .filter(({ isSure }) => isSure)
    .reduce((sum, span) => sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)), 0);
  return heard * 3 > end - start;
}

/** Whether a sentence has only words about the telling: "No, perdón, me equivoqué." */
function isOnlyRemark(text: string): boolean {
  const rest = foldInPlace(text).replace(
    new RegExp(`\\b(?:${TERM}|${WEAK_TERM}|ay|ya|si|senora|senor|eso|asi)\\b`, 'gu'),
    ' ',
  );
  return tokens(rest).length === 0;
}

/** The names, numbers and relatives of a text. */
function valuesIn(text: string): Value[] {
  const numbers = findNumbers(text).map(
    (one): Value => ({ kind: 'NUMBER', text: one.text, start: one.start, end: one.end }),
  );
  const search = foldInPlace(text);
  const typed = typedNames(text).map(
    ({ start, end }): Value => ({ kind: 'NAME', text: text.slice(start, end), start, end }),
  );
  const capital = Array.from(
    text.matchAll(
      /(?<![\p{L}])\p{Lu}[\p{L}\p{M}'’-]+(?: (?:(?:de|del|de la|el|la) )?\p{Lu}[\p{L}\p{M}'’-]+)*/gu,
    ),
    ({ 0: name, index }): Value => ({ kind: 'NAME', text: name, start: index, end: index + name.length }),
  ).filter(({ text: name, start }) => start > 0 || isSpanishName(name.split(' ')[0] ?? ''));
  const kin = Array.from(
    search.matchAll(/\p{L}+/gu),
    ({ 0: word, index }): Value => ({
      kind: 'KIN',
      text: text.slice(index, index + word.length),
      start: index,
      end: index + word.length,
    }),
  ).filter(({ text: word }) => relationOf(word) !== null);
  const names = capital.length > 0 ? capital : typed;
  const isWithin = (one: Value, others: readonly Value[]) =>
    others.some((other) => other.start <= one.start && one.end <= other.end);
  return [
    ...numbers,
    ...names.filter((one) => !isWithin(one, numbers)),
    ...kin.filter((one) => !isWithin(one, names)),
  ].sort((a, b) => a.start - b.start);
}

interface Repair {
  start: number;
  end: number;
  by: Value;
}

/** The corrections inside a sentence: the wrong words, up to the end of the right ones that replace them. */
function repairsIn(text: string): Repair[] {
  if (/["“”«»]/.test(text)) return [];
  const search = foldInPlace(text);
  const found: Repair[] = [];
  for (const match of search.matchAll(STOPS)) {
    const from = match.index;
    const to = match.index + match[0].length;
    if (from === 0 || found.some(({ end }) => end > from)) continue;
    const term = match[1] ?? '';
    const marked = /^[^ ]/.test(match[0]) && /[,.…—–:-] ?$/.test(`${match[0].trimEnd()} `);
    const repair = repairAt(
      text,
      search,
      from,
      to,
      SURE_TERM.test(term),
      /^(?:bueno|o sea|es decir)$/.test(term),
      marked,
    );
    // "Mi prima, digo, mi tía Refugio, curaba": the comma closed the correction.
    const verb = /^, (\p{L}+)/u.exec(text.slice(repair?.end ?? text.length))?.[1];
    if (repair) found.push(verb && looksLikeVerb(verb) ? { ...repair, end: repair.end + 1 } : repair);
  }
  return found;
}

function repairAt(
  text: string,
  search: string,
  from: number,
  to: number,
  isSure: boolean,
  isWeak: boolean,
  isMarked: boolean,
): Repair | null {
  const clauseStart = Math.max(
    ...[...search.slice(0, from).matchAll(/[.;:!?] |, (?=(?:y|pero|que)\b)/gu)].map(
      ({ 0: mark, index }) => index + mark.length,
    ),
    0,
  );
  const left = search.slice(clauseStart, from);
  const right = /^[^,.;:!?…—–]*/.exec(search.slice(to))?.[0].trimEnd() ?? '';
  if (right === '' || /^(?:que|pero|y|cuando|porque|si)\b/.test(right)) return null;
  // Without marks around it, "no" alone is a denial and "digo" a verb.
  if (!isMarked && !/\b(?:perdon|miento|mejor dicho)\b/.test(search.slice(from, to))) return null;
  const [leftWords, rightWords] = [wordsAt(left, clauseStart), wordsAt(right, to)];
  const [rightFirst] = rightWords;
  if (!rightFirst || leftWords.length === 0) return null;
  const values = {
    left: valuesIn(text.slice(clauseStart, from)),
    right: valuesIn(text.slice(to, to + right.length)),
  };
  const firstRight = values.right.find(({ start }) => wordsAt(right.slice(0, start), to).length <= 3);
  const lastLeft = firstRight && values.left.findLast(({ kind }) => kind === firstRight.kind);
  // "Doscientas arrobas en un día, bueno, ciento ochenta.": a bare number may correct one farther back.
  const isBare = firstRight?.kind === 'NUMBER' && firstRight.text.length === right.length;
  const isNear = lastLeft !== undefined && wordsAt(left.slice(lastLeft.end), 0).length <= (isBare ? 4 : 2);
  // "En el cincuenta y nueve, no, en el sesenta": begun anew with the same small word.
  const anew = leftWords.findLastIndex(
    (word, at) => word.norm === rightFirst.norm && leftWords.length - at <= LONGEST,
  );
  if (anew >= 0 && (isStopWord(rightFirst.norm) || isSure || lastLeft)) {
    const start = leftWords[anew]?.start ?? from;
    const alike = isNear || isSure || !isWeak;
    if (alike && (lastLeft || isSure || leftWords.length - anew <= 4) && !(isWeak && !isNear)) {
      const end =
        firstRight && rightWords.length > leftWords.length - anew + 2
          ? to + firstRight.end
          : to + right.length;
      return replacement(text, start, end, to);
    }
  }
  // "Un centavo, digo, tres centavos": the same noun again.
  const noun = leftWords.at(-1);
  const again = noun && rightWords.findIndex((word) => nounForm(word.norm) === nounForm(noun.norm));
  if (noun && again !== undefined && again > 0 && again <= 3 && !isStopWord(noun.norm)) {
    const start = leftWords[Math.max(0, leftWords.length - 1 - again)]?.start ?? from;
    return replacement(text, start, rightWords[again]?.end ?? to, to);
  }
  // "Ocho hijos, mejor dicho nueve": only the value is replaced.
  if (firstRight && lastLeft && isNear && fold(firstRight.text) !== fold(lastLeft.text)) {
    const leads = search.slice(to, to + firstRight.start).trim();
    if (
      leads !== '' &&
      !isSure &&
      !isWeak &&
      !/^(?:fue|era|el|la|en|a|con|don|dona|mi)(?: (?:el|la|en))?$/.test(leads)
    )
      return null;
    const between = text.slice(clauseStart + lastLeft.end, from);
    const by = { ...firstRight, start: to + firstRight.start, end: to + firstRight.end };
    const start = clauseStart + lastLeft.start;
    return { start, end: by.end, by: { ...by, text: by.text + between.replace(/[,\s]+$/, '') } };
  }
  // "Mi abuelo paterno, no, el materno": one word for the relative is replaced by another.
  const adjective = /^(?:el|la|lo|los|las) (\p{L}+)$/u.exec(right)?.[1];
  if (
    adjective &&
    noun &&
    leftWords.length > 1 &&
    nounForm(noun.norm) !== nounForm(adjective) &&
    noun.norm.at(-1) === adjective.at(-1)
  ) {
    const word = rightWords[1];
    return word
      ? {
          start: noun.start,
          end: word.end,
          by: { kind: 'NAME', ...word, text: text.slice(word.start, word.end) },
        }
      : null;
  }
  return null;
}

function replacement(text: string, start: number, end: number, from: number): Repair {
  return { start, end, by: { kind: 'NAME', text: text.slice(from, end), start: from, end } };
}

function wordsAt(text: string, offset: number) {
  return tokens(text).map(({ norm, start, end }) => ({ norm, start: start + offset, end: end + offset }));
}

/** A sentence that corrects one before it: the right words, and the wrong ones where it names them. */
interface Remark {
  right: Value;
  wrong: Value | null;
  /** The words right before the right value: "en" of "fue en Puebla". */
  lead: string;
}

const WORD_RUN = '(?:(?:el|la|los|las|don|doña|dona|mi|en|a|de|del|al|con) ){0,3}';
const THING = `(${WORD_RUN}[\\p{L}\\d'’-]+(?: (?:de|del|de la|y|el|la) [\\p{L}\\d]+| [\\p{Lu}\\d][\\p{L}\\d]*){0,3})`;
const END = '(?: (?:no|y no) [^.!?]{1,30})?[.!?…]*$';
const OPENS = `^(?:(?:ay|no|perdon(?:e|eme|ame)?|disculpe|digo|miento|me equivoque|me equivoco|corrijo|espere|mejor dicho|bueno|que digo)[,.…—]? )+`;
/** "Dije Rosa, quise decir Rita." */
const SAID = new RegExp(
  `^(?:(?:ay|no|perdon|perdone|espere|bueno|y|le),? )*(?:le )?dije ${THING}(?:,|\\.|…| y| pero)? (?:pero )?(?:quise decir|queria decir|quiero decir|era|fue|es|no,?|y era|y fue|se llamaba) ${THING}[.!?…]*$`,
  'iu',
);
/** "No fue en Tlaxcala, fue en Puebla." "No era Rosa sino Rita." */
const NOT_THAT = new RegExp(
  `^(?:(?:ay|perdon|perdone|bueno|espere|digo),? )*no,? (?:fue|era|es|eran|fueron|se llamaba|me llamaba|dije) ${THING}(?:,| sino)? (?:sino )?(?:que )?(?:fue |era |es |eran |fueron |se llamaba )?${THING}[.!?…]*$`,
  'iu',
);
/** "Perdón, fue en Puebla." */
const RIGHT_ONLY = new RegExp(
  `${OPENS}(?:(?:que )?(?:no )?(?:fue|era|es|eran|fueron|se llamaba|quise decir|queria decir|habia sido|seria) )?${THING}${END}`,
  'iu',
);

function remarkIn(text: string): Remark | null {
  const search = sameLength(text);
  const both = SAID.exec(search) ?? NOT_THAT.exec(search);
  if (both) {
    const [whole, wrongWords = '', rightWords = ''] = both;
    const from = whole.lastIndexOf(rightWords);
    const right = valueAt(text, from, rightWords);
    const wrong = valueAt(text, whole.indexOf(wrongWords), wrongWords);
    if (right && wrong && right.kind === wrong.kind)
      return { right, wrong, lead: leadOf(search, right.start) };
  }
  const only = RIGHT_ONLY.exec(search);
  if (!only) return null;
  const words = only[1] ?? '';
  const right = valueAt(text, search.lastIndexOf(words), words);
  return right && right.kind !== 'KIN' ? { right, wrong: null, lead: leadOf(search, right.start) } : null;
}

/** The text in the same length with plain letters, but with its capitals, which show names. */
function sameLength(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
    return bare.length === letter.length ? bare : letter;
  }).join('');
}

function valueAt(text: string, from: number, words: string): Value | null {
  const lead = new RegExp(`^${WORD_RUN}`, 'iu').exec(words)?.[0].length ?? 0;
  const said = text.slice(from, from + words.length);
  const bare = said.slice(lead);
  const number = findNumbers(said)[0];
  if (number)
    return { kind: 'NUMBER', text: number.text, start: from + number.start, end: from + number.end };
  const [first = ''] = bare.split(' ');
  const isName =
    /^\p{Lu}/u.test(bare) || isSpanishName(first) || /\b(?:en|a|de) $/.test(words.slice(0, lead));
  if (relationOf(bare) !== null)
    return { kind: 'KIN', text: bare, start: from + lead, end: from + words.length };
  return isName && bare !== ''
    ? { kind: 'NAME', text: bare, start: from + lead, end: from + words.length }
    : null;
}

function leadOf(search: string, at: number): string {
  return /(\p{L}+) $/u.exec(search.slice(0, at).toLowerCase())?.[1] ?? '';
}

/** Applies a remark to what was told before it, or to the book. Returns whether it did. */
function putRight({ right, wrong, lead }: Remark, here: Told, { told, book, settled }: Work): boolean {
  const source: SourceSpan = { messageId: here.messageId, start: here.start, end: here.end };
  const value = { messageId: here.messageId, start: here.start + right.start, end: here.start + right.end };
  const leaveOut = () =>
    addEdit(settled, here.messageId, {
      start: here.start,
      end: here.end,
      text: ' ',
      by: null,
      isSlip: false,
    });
  const places = wrong
    ? placesOf(wrong, told.slice(-LOOK_BACK_FOR_NAMED))
    : placeLike(right, lead, told.slice(-LOOK_BACK));
  for (const { sentence, old } of places)
    addEdit(settled, sentence.messageId, {
      start: sentence.start + old.start,
      end: sentence.start + old.end,
      text: right.text,
      by: { source, value },
      isSlip: false,
    });
  if (places.length > 0) {
    leaveOut();
    return true;
  }
  if (!wrong) return false;
  const inBook = book.filter(({ replaces }) => placeIn(wrong, replaces.text) !== null);
  for (const { cardId, proposal, replaces } of inBook) {
    const old = placeIn(wrong, replaces.text) as Value;
    const text = replaces.text.slice(0, old.start) + right.text + replaces.text.slice(old.end);
    const sentence = { text, sources: [...replaces.sources, source] };
    settled.amendments.push({
      cardId,
      replaces,
      sentence,
      wrong: old.text,
      right: right.text,
      value,
      proposal,
    });
  }
  if (inBook.length > 0) leaveOut();
  return inBook.length > 0;
}

interface Place {
  sentence: Told;
  old: Value;
}

/** Where the wrong words were told: every time for a name, else the last time. */
function placesOf(wrong: Value, told: readonly Told[]): Place[] {
  const all = told.flatMap((sentence): Place[] => {
    const old = placeIn(wrong, sentence.text);
    return old ? [{ sentence, old }] : [];
  });
  return wrong.kind === 'NAME' ? all : all.slice(-1);
}

function placeIn(wrong: Value, text: string): Value | null {
  const same = valuesIn(text).find((one) => one.kind === wrong.kind && fold(one.text) === fold(wrong.text));
  if (same) return same;
  const at = new RegExp(`(?<!\\p{L})${fold(wrong.text)}(?!\\p{L})`, 'u').exec(foldInPlace(text));
  return at && wrong.kind === 'NAME'
    ? {
        ...wrong,
        start: at.index,
        end: at.index + wrong.text.length,
        text: text.slice(at.index, at.index + wrong.text.length),
      }
    : null;
}

/** The last value of the same kind, told with the same small word before it. */
function placeLike(right: Value, lead: string, told: readonly Told[]): Place[] {
  for (const sentence of told.toReversed()) {
    const search = foldInPlace(sentence.text);
    const same = valuesIn(sentence.text).filter(
      (one) =>
        one.kind === right.kind &&
        fold(one.text) !== fold(right.text) &&
        (right.kind !== 'NUMBER' || isLikeNumber(one, right)),
    );
    const led = same.filter(({ start }) => lead !== '' && leadOf(search, start) === lead);
    const isLed = /^(?:en|a|de|desde|hasta|don|dona|el|la|del)$/.test(lead);
    const old = (isLed ? led : same).at(-1);
    if (old && (isLed ? led : same).length === 1) return [{ sentence, old }];
    if (same.length > 1) return [];
  }
  return [];
}

/** A year corrects a year, and a small number a small one. */
function isLikeNumber(one: Value, other: Value): boolean {
  const isYear = ({ text }: Value) => {
    const value = findNumbers(text)[0]?.value ?? 0;
    return value >= 1800 && value < 2100;
  };
  return isYear(one) === isYear(other);
}
