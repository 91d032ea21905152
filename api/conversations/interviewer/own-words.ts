import nlp from 'compromise';
import { plain, sentencesOf } from './words.ts';

export type PhraseKind = 'HE' | 'SHE' | 'PERSON' | 'PEOPLE' | 'ROOM' | 'PLACE' | 'NAME' | 'YEAR' | 'THING';

/** Something the person spoke of, in a form that stands as a noun in our sentences (“your grandmother”). */
export interface Phrase {
  text: string;
  kind: PhraseKind;
  head: string;
  score: number;
}

const words = (list: string) => new Set(list.split(/\s+/));
const HE = words(
  'father grandfather dad daddy papa pa grandpa granddad brother uncle husband son grandson nephew stepfather',
);
const SHE = words(
  'mother grandmother mom mum mama momma grandma granny nana sister aunt auntie wife daughter granddaughter niece stepmother',
);
const PERSON = words(
  'teacher boss neighbor neighbour friend cousin doctor priest preacher pastor nurse landlady landlord cook captain sergeant principal coach roommate housemate partner baby foreman professor supervisor headmaster director librarian sweetheart boyfriend girlfriend twin',
);
const PEOPLE = words(
  'parents grandparents brothers sisters cousins uncles aunts neighbors neighbours friends students pupils teachers children kids sons daughters roommates housemates villagers farmers soldiers nurses twins colleagues',
);
const ROOM = words(
  'kitchen house home bakery shop store schoolhouse classroom church barn factory mill office library apartment cabin attic cellar parlor parlour hotel restaurant hospital garage hut farmhouse dormitory dorm chapel theater theatre cinema bedroom warehouse hangar studio workshop',
);
const PLACE = words(
  'farm village town river lake creek street market camp station yard garden beach harbor harbour island mountain mountains hills woods forest field fields valley neighborhood neighbourhood school university college pond bridge orchard ranch road railroad campus city border jungle desert coast square playground',
);
const VAGUE = words(
  `thing things way ways time times lot lots kind kinds sort bit day days people year years fact end rest one ones part parts point
  question questions course case moment reason while couple number same other others first next last idea problem problems stuff
  sense matter place places word words name names side hand hands man men woman women person guy guys week weeks month months hour
  hours minute minutes morning afternoon evening night life world country state area level group groups top bottom middle back front
  beginning start experience experiences situation conversation interview story stories recording tape program project process issue issues
  opportunity chance change role position summer winter spring fall weekend weekends age whole half majority thought feeling memory memories
  term terms example impression type types form amount period fun mind head face kid answer job work look best most person's
  background present future past goal purpose wait sake extent respect majority bunch series piece pair set mix variety range line
  family news survey surveys girls boys guys safety skill skills habit habits schedule concern concerns hoops choice decision attitude effort honor honour regard sudden above latter former following basis main only right left thank thanks gosh heck hell`,
);
const ABSTRACT = /(?:tion|sion|ment|ness|ity|ism|ance|ence|ship|ing|ology|acy|tude|hood|ed|ly)s?$/;
const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|i|i'm|i'd|i've|i'll|god|lord|jesus|ok|tv|mr|mrs|ms|dr|english|spanish|french|german|italian|american|americans|british|african|european|chinese|japanese|russian|catholic|protestant|jewish|muslim|christian|oh|well|yes|no|yeah|um|uh|mom|dad|mama|papa|grandma|grandpa|mother|father)$/i;
const AFTER_NAME = words(
  'and or but who which that where when was were is are had has have in on at to from for with of as so he she they we i it then there because before after by about if while did would could came went said told took made',
);

function kindOf(head: string): PhraseKind | null {
  if (HE.has(head)) return 'HE';
  if (SHE.has(head)) return 'SHE';
  if (PERSON.has(head)) return 'PERSON';
  if (PEOPLE.has(head)) return 'PEOPLE';
  if (ROOM.has(head)) return 'ROOM';
  if (PLACE.has(head)) return 'PLACE';
  return head.length < 4 || VAGUE.has(head) || ABSTRACT.test(head) ? null : 'THING';
}

const WORTH: Record<PhraseKind, number> = {
  HE: 5,
  SHE: 5,
  PERSON: 4,
  PEOPLE: 3.5,
  ROOM: 5,
  PLACE: 4.5,
  NAME: 3.5,
  YEAR: 1.5,
  THING: 3,
};

function nouns(sentence: string): Phrase[] {
  const found: Phrase[] = [];
  const terms = nlp(sentence).terms().json() as {
    text: string;
    post?: string;
    terms: { tags: string[]; post: string; normal: string }[];
  }[];
  const list = terms.flatMap((entry) =>
    entry.terms.map((term) => ({ ...term, text: term.normal, raw: entry.text })),
  );
  for (let at = 0; at < list.length; at++) {
    const determiner = list[at]?.normal;
    if (!determiner || !/^(?:my|our|the)$/.test(determiner)) continue;
    const phrase: string[] = [];
    let next = at + 1;
    let head: (typeof list)[number] | undefined;
    for (; next < list.length && phrase.length < 3; next++) {
      const term = list[next];
      if (!term) break;
      const noun =
        term.tags.includes('Noun') &&
        !term.tags.some((tag) =>
          /Pronoun|ProperNoun|Person|Place|Organization|Date|Possessive|Value|Unit|Gerund/.test(tag),
        );
      const adjective =
        term.tags.includes('Adjective') &&
        !term.tags.some((tag) => /Superlative|Comparative|Participle/.test(tag));
      if (!noun && !(adjective && !head)) break;
      phrase.push(term.normal);
      if (noun) head = term;
      if (/[.,;:!?)]/.test(term.post)) {
        next++;
        break;
      }
    }
    const after = list[next];
    const closed = head !== undefined && phrase.at(-1) === head.normal;
    if (
      !head ||
      !closed ||
      (after && /[-–]/.test(head.post)) ||
      after?.normal === 'of' ||
      after?.normal === "'s"
    )
      continue;
    if (
      after &&
      !/[.,;:!?)]/.test(list[next - 1]?.post ?? '') &&
      after.tags.some((tag) => /^(?:Noun|Adjective|Gerund)$/.test(tag)) &&
      !after.tags.includes('Pronoun')
    )
      continue;
    if (
      phrase.some(
        (word) =>
          /[^\p{L}'-]/u.test(word) ||
          (/^(?:same|other|whole|first|second|last|next|only|entire|main|certain|different|very|own|few|little|big|one|two|three|such|actual|particular|early|late|late)$/.test(
            word,
          ) &&
            phrase.length > 1 &&
            word !== 'little' &&
            word !== 'big'),
      )
    )
      continue;
    const kind = kindOf(head.normal);
    if (!kind || (kind === 'THING' && phrase.length > 2)) continue;
    const text = `${determiner === 'the' ? 'the' : 'your'} ${phrase.join(' ')}`;
    if ((kind === 'HE' || kind === 'SHE') && determiner === 'the') continue;
    found.push({
      text,
      kind,
      head: head.normal,
      score: WORTH[kind] + (determiner === 'the' ? 0 : 0.5) + (phrase.length > 1 ? 0.5 : 0),
    });
  }
  return found;
}

const NAME =
  /(?:\b(the|The) )?((?:(?:St|Mt|Ft|Mr|Mrs|Dr)\. |)\p{Lu}\p{Ll}+(?:['’-]\p{L}+)*(?: (?:of (?:the )?)?\p{Lu}\p{Ll}+(?:['’-]\p{L}+)*)*)/gu;

const ALWAYS_THE = /(?:Corps|Army|Navy|Air Force|War|Depression|Marines|Guard|Union|Museum|Sea|Ocean)$/;
/** Names that keep their article; before any other name a “the” belongs to something else. */
const TAKES_THE =
  /(?:Corps|Army|Navy|River|Hotel|Church|School|Center|Centre|Depot|University|College|Bank|Company|War|States|Club|Society|Museum|Sea|Ocean|Mountains|Hills|Islands|Depression|Hospital|Bridge|Library|Theater|Theatre|Guard|Marines|Philippines|Netherlands|Union|House|Hall|Inn)$/;

function names(sentence: string): Phrase[] {
  const found: Phrase[] = [];
  for (const match of sentence.matchAll(NAME)) {
    const start = match.index ?? 0;
    const name = (match[2] ?? '').replace(/['’]s$/, '');
    const before = sentence
      .slice(0, start)
      .match(/([\p{L}'’]+)[,]?\s*$/u)?.[1]
      ?.toLowerCase();
    const rest = sentence.slice(start + match[0].length);
    const after = rest.match(/^ ([\p{Ll}]+)/u)?.[1];
    if (!before || /[“"'‘]$/.test(sentence.slice(0, start).trimEnd())) continue;
    if (
      /^(?:a|an|my|our|his|her|their|this|that|these|those|some|any|every|each|no|another|called|per)$/.test(
        before,
      )
    )
      continue;
    if (/^[-/.[\d]/.test(rest) && !/^\.(?:\s|$)/.test(rest)) continue;
    if (after && !AFTER_NAME.has(after)) continue;
    const parts = name.split(' ');
    if (parts.length > 4 || name.length < 4 || parts.some((part) => CALENDAR.test(part.replace('.', ''))))
      continue;
    if (/['’]s\b/.test(match[2] ?? '')) continue;
    const takesThe = TAKES_THE.test(name) || ALWAYS_THE.test(name);
    if (match[1] ? !takesThe : /(?:States|Philippines|Islands|Netherlands)$/.test(name)) continue;
    found.push({
      text: match[1] || ALWAYS_THE.test(name) ? `the ${name}` : name,
      kind: 'NAME',
      head: name,
      score: WORTH.NAME + (parts.length > 1 ? 0.5 : 0),
    });
  }
  return found;
}

function years(sentence: string): Phrase[] {
  const found =
    sentence.match(/\b(?:in|of|since|until|by|around|about|summer|fall|spring|winter) ((?:19|20)\d\d)\b/g) ??
    [];
  return found.map((match) => ({
    text: match.slice(-4),
    kind: 'YEAR',
    head: match.slice(-4),
    score: WORTH.YEAR,
  }));
}

/**
 * What the person spoke of, the worthiest first, each once. Only phrases that stay right when they are put
 * into another sentence; names exactly as they were said. What comes late in a long answer counts more.
 */
export function phrasesIn(utterance: string, limit = 12): Phrase[] {
  return analysed(utterance).slice(0, limit);
}

function analyse(utterance: string): Phrase[] {
  const sentences = sentencesOf(utterance.replace(/\[[^\]]*\]|\([^)]*\)/g, ' ').replace(/\\n/g, ' ')).slice(
    -24,
  );
  const best = new Map<string, Phrase>();
  sentences.forEach((sentence, at) => {
    const late = sentences.length > 1 ? at / (sentences.length - 1) : 1;
    for (const phrase of [...nouns(sentence), ...names(sentence), ...years(sentence)]) {
      const known = best.get(plain(phrase.text));
      const score = phrase.score + 1.5 * late + (known ? 0.3 : 0);
      if (!known || known.score < score) best.set(plain(phrase.text), { ...phrase, score });
    }
  });
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** The same turn is read several times while the next one is found; the analysis of the latest few is kept. */
const latest = new Map<string, Phrase[]>();

function analysed(utterance: string): Phrase[] {
  const known = latest.get(utterance);
  if (known) return known;
  const phrases = analyse(utterance);
  latest.set(utterance, phrases);
  if (latest.size > 64) latest.delete(latest.keys().next().value ?? '');
  return phrases;
}
