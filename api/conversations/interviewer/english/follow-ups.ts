import { CUES } from '../forms/by-cue.ts';
import * as byDeed from '../forms/by-deed.ts';
import {
  ABLE,
  FEELING_OF_OTHERS,
  GIVES,
  isOpenRole,
  LEAVES_TIME_TO_TALK,
  OPEN_ROLES,
  TO_SOMEBODY,
  WITH_SOMEBODY,
} from '../forms/by-open-role.ts';
import { BY_QUESTION } from '../forms/by-question.ts';
import {
  BY_TELLING,
  TENDER_ABOUT,
  TENDER_FOLLOW_UPS,
  TENDER_NAME,
  TOLD_BY_OTHERS,
} from '../forms/by-telling.ts';
import {
  ANIMAL_BY_NAME,
  ANIMALS_AROUND,
  AS_IT_IS,
  AS_THEY_ARE,
  FORMS,
  GIVEN,
  GOING_ON,
  GOING_ON_TODAY,
  HEARSAY,
  HOLDING,
  ILLNESS_OF_ANOTHER,
  ILLNESS_TODAY,
  OF_A_PLACE,
  OF_ANYTHING,
  OF_ROOMS,
  OF_SOMEBODY_ASKED,
  OWN_PEOPLE,
  VEHICLE_OF_OTHERS,
  WITHOUT,
} from '../forms/by-topic.ts';
import { fillTopic } from '../forms/fill.ts';
import { formsFreshHere, freshForms } from '../forms/fresh.ts';
import type { TurnRequest } from '../request.ts';
import type { Candidate, FollowUpSpeech } from '../speech.ts';
import { addStoryFollowUps, isKnownFromOthers } from '../story-follow-ups.ts';
import { type Deed, isLasting } from '../text-analysis/deeds.ts';
import { isFeeling, isStrongFeeling } from '../text-analysis/kinds.ts';
import { HEADS, isPerson, isPlace } from '../text-analysis/lexicon.ts';
import { tellingOf } from '../text-analysis/telling.ts';
import { type Heading, headingOf, phrasesIn, type Spot, type Topic } from '../text-analysis/topics.ts';
import { tellsOfEarlierTimes } from '../weight.ts';
import { pick, plain, wordCount } from '../words.ts';

/** In an answer of at most this many words, the topic it names is what the person wants to go on with. */
const FEW_WORDS = 16;
/** In an answer of at most this many words, the last deed is what it comes to. */
const FEW_SENTENCES = 45;
/** A topic below this score is mentioned only in passing. */
const PASSED_BY = 3.4;

/** Fits anything, so it shows the least that the words were understood. */
const BLAND = 'Tell me more about the time';

/** Everyday verbs that say little: somebody stood, ate, waited. */
const EVERYDAY =
  /^(?:stand|sit|lie|wait|stay|eat|drink|walk|come|go|look|turn|call|pay|try|start|begin|use)$/;

/**
 * Collects the possible questions. Equal scores are ordered by the seed, so that two people aren't asked in
 * the same order.
 */
function collector(request: TurnRequest, salt: string) {
  const fresh = formsFreshHere(request);
  const unusedLately = freshForms(request);
  const found: Candidate[] = [];
  const add = (forms: readonly string[], score: number, fill: (form: string) => string = (form) => form) => {
    for (const form of forms) {
      if (!fresh(form) || (form.includes('Who was with you when') && score < 5)) continue;
      found.push({
        text: fill(form),
        from: 'OWN_WORDS',
        score:
          score -
          (unusedLately(form) ? 0 : 0.6) -
          (form.startsWith(BLAND) ? 0.35 : 0) +
          pick([0, 0.1, 0.2, 0.3], request.seed, salt + form),
      });
    }
  };
  return { found, add };
}

function candidates(words: string, request: TurnRequest): Candidate[] {
  const salt = `${request.told.askedTexts.length}|${request.history.length}|${words.length}`;
  const { found, add } = collector(request, salt);
  const heading = headingOf(words, request.subject.people);
  if (wordCount(words) <= FEW_WORDS) {
    addNamed(words, heading, request, add);
    addTopics(heading, request, add);
    addDeeds(heading, request, add);
    addOpenRoles(heading, request, add);
    for (const cue of CUES) if (cue.heard.test(words)) add(cue.ask, cue.strong ? 6 : 4.9);
    if (tellingOf(words) === 'VIEW') add(BY_TELLING.VIEW, 6.4);
    if (tellsOfEarlierTimes(words, request.subject.birthYear)) add(TOLD_BY_OTHERS, 6.8);
  } else {
    const asked = plain(spokenBefore(request).join(' '));
    const last = request.history.findLast(({ role }) => role === 'assistant');
    const question = last?.kind === 'FOLLOW_UP' ? '' : plain(last?.text ?? '');
    const { birthYear } = request.subject;
    const story = {
      ...{ words, heading, asked, question, birthYear },
      askedTexts: request.told.askedTexts,
      year: request.now.getUTCFullYear(),
    };
    addStoryFollowUps(story, add);
    if (wordCount(words) <= FEW_SENTENCES && !isKnownFromOthers(story)) {
      addDeeds(recentOf(heading, true), request, (forms, score, fill) => add(forms, score - 0.8, fill));
      addOpenRoles(recentOf(heading, false), request, (forms, score, fill) => add(forms, score - 1.1, fill));
    }
  }

  add(heading.present ? GOING_ON_TODAY : GOING_ON, 3.6);
  return found;
}

/** A heading with only the deeds of the second half of a story; with `isOwn`, only what the person did themself. */
function recentOf(heading: Heading, isOwn: boolean): Heading {
  const isMain = ({ own, late, isAside, mode, weight }: Deed & { late: number }) =>
    late >= 0.5 && !isAside && (!isOwn || (own && mode !== 'WAS' && mode !== 'COULD' && weight >= 2));
  return { ...heading, deeds: heading.deeds.filter(isMain) };
}

const questionOf = ({ history }: TurnRequest) =>
  plain(history.findLast(({ role }) => role === 'assistant')?.text ?? '');

const spokenBefore = ({ history }: TurnRequest) =>
  history.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : []));

type Add = ReturnType<typeof collector>['add'];

function addTopics({ topics, deeds }: Heading, request: TurnRequest, add: Add): void {
  const assistant = request.history.filter((turn) => turn.role === 'assistant');
  const said = ` ${plain(
    assistant
      .slice(-4, -1)
      .map(({ text }) => text ?? '')
      .join(' '),
  )} `;
  const asked = ` ${plain(assistant.at(-1)?.text ?? '')} `;
  for (const topic of topics.slice(0, 6)) {
    if (
      topic.score < PASSED_BY ||
      deeds.some(({ mode, infinitive }) => mode === 'WANTED' && infinitive.endsWith(` ${topic.text}`)) ||
      said.includes(plain(topic.text)) ||
      asked.includes(`${plain(topic.text)} `)
    )
      continue;
    const who = topic.own ? null : whoIs(topic.subject, topics, request, topic.spots[0]);
    // “Marbles mostly, I had a tin of two hundred”: the first words answer the question.
    const isFirst =
      (isPerson(topic.kind) ? /^who\b/.test(asked.trim()) : topic.kind !== 'MATTER') &&
      topic.role === 'ALONE' &&
      topic.spots[0]?.sentence === 0 &&
      topic.spots[0].start < 2;
    const forms = formsFor(topic, who).filter(
      (form) => !(ASKS_OF_LOSS.test(asked) && /became of/.test(form)),
    );
    add(forms, topic.score + (isFirst ? 1 : 0), (form) => fillTopic(form, topic, who));
  }
}

/** “What did you lose in the fire?” The answer says what became of a thing. */
const ASKS_OF_LOSS = /\b(?:lose|lost|burn(?:ed|t)?|leave behind|left behind|throw away|sell|sold)\b/;

/** The first thing of an answer that only names something is what the question asked for. */
function addNamed(words: string, { topics, deeds }: Heading, request: TurnRequest, add: Add): void {
  const question = questionOf(request);
  const isDone = deeds.some(
    ({ own, weight, mode, isAside }) => own && weight > 0 && mode !== 'WANTED' && !isAside,
  );
  const named = topics
    .filter(({ spots, role, verb }) => spots[0]?.sentence === 0 && (role === 'ALONE' || verb === null))
    .sort((a, b) => (a.spots[0]?.start ?? 0) - (b.spots[0]?.start ?? 0))
    .map((topic) =>
      topic.kind === 'MATTER' && topic.spots[0]?.start === 0 && !topic.text.startsWith('the ')
        ? { ...topic, text: topic.text.toLowerCase() }
        : topic,
    );
  addSomebodyAskedAbout(topics, question, request, add);
  const [, game] = /\bcalled (?:it )?(\p{Ll}[\p{Ll}' ]{2,30})(?=[.,;!]|$)/u.exec(words) ?? [];
  for (const { asked, kinds, said, unsaid, ask } of BY_QUESTION) {
    if (!asked.test(question) || (said && !said.test(plain(words)))) continue;
    const topic = named.find(({ kind }) => kinds?.includes(kind));
    if (unsaid?.test(plain(words))) continue;
    // “My sister’s goat curry” says who cooked.
    if (ask.some((form) => form.startsWith('Who ')) && topics.some(({ text }) => /['’]s\b/.test(text)))
      continue;
    if (!kinds && !isDone) add(ask, 7.5);
    else if (game && ask.some((form) => form.includes('play {bare}')))
      add(ask, 7, (form) => form.replace('{bare}', game));
    else if (topic && !isDone) add(ask, 6.9, (form) => fillTopic(form, topic, null));
  }
}

/** “What was your husband like? Quiet.” The answer names nobody else. */
function addSomebodyAskedAbout(
  topics: readonly Topic[],
  question: string,
  request: TurnRequest,
  add: Add,
): void {
  if (
    !/\b(?:like|describe|tell me about|about)\b/.test(question) ||
    topics.some(({ kind }) => isPerson(kind))
  )
    return;
  const asked = request.history.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const somebody = phrasesIn(asked).find(({ kind, plural }) => isPerson(kind) && !plural);
  if (!somebody || somebody.kind === 'YOUNG') return;
  const text = somebody.text.replace(/^the /, 'your ');
  const forms =
    somebody.kind === 'SPOUSE' ? [...OF_SOMEBODY_ASKED, 'How did you and {x} meet?'] : OF_SOMEBODY_ASKED;
  add(forms, 6.3, (form) => form.replace('{x}', text));
}

/** Adds questions for what the verbs leave open. */
function addOpenRoles({ deeds, topics }: Heading, request: TurnRequest, add: Add): void {
  for (const deed of deeds) {
    if (deed.negated || deed.present || wordCount(deed.clause) > 13) continue;
    if (deed.isElided && !/\byou\b/.test(questionOf(request))) continue;
    const doer = deed.own ? 'you' : whoDid(deed, topics, request);
    const who = doer?.replace(/ (?:in|from|at|of|with|on) .*/, '') ?? null;

    if (!who || wordCount(who) > 3) continue;
    const rest = deed.infinitive.slice(deed.verb.length).trim();
    const clause = deed.own || deed.subject === who ? deed.clause : deed.clause.replace(deed.subject, who);
    const fill = (form: string) =>
      form
        .replace('{verb}', deed.verb)
        .replace('{inf}', deed.infinitive)
        .replace('{clause}', clause)
        .replace('{was}', deed.was ?? '')
        .replace('{who}', who);
    const score = 6.6 + 0.5 * deed.late - (deed.isAside ? 0.4 : 0);
    if (!deed.own && deed.mode === 'COULD' && !EVERYDAY.test(deed.verb)) add(ABLE, score, fill);
    if (!deed.own && deed.mode === 'WAS' && deed.was && isStrongFeeling(deed.was))
      add(FEELING_OF_OTHERS, score, fill);
    if (deed.mode === 'WAS' || deed.mode === 'COULD' || deed.mode === 'WANTED') continue;
    for (const role of OPEN_ROLES) {
      if (!isOpenRole(role, deed.verb, rest)) continue;
      const isStranger = !who.startsWith('your ') && !/^(?:he|she|they)$/.test(who);
      add(
        (deed.own ? role.own : isStranger ? (role.strangers ?? role.others) : role.others) ?? [],
        score,
        fill,
      );
    }
    if (!deed.own) continue;
    const people = topics.filter(
      ({ kind, own, name, plural }) => isPerson(kind) && !plural && (own || name !== null),
    );
    const taker = people.find(
      ({ text }) =>
        rest.startsWith(`${text} `) || rest.endsWith(` for ${text}`) || rest.endsWith(` to ${text}`),
    );
    const isAnswered = deeds.some(
      ({ own, sentence, start }) => !own && sentence === deed.sentence && start > deed.start,
    );
    if (taker && !isAnswered && GIVES.test(deed.verb))
      add(TO_SOMEBODY, score + 0.2, (form) => form.replace('{x}', taker.text));
    const companion = people.find(({ text, head }) =>
      [text, head].some((said) => ` ${rest.toLowerCase()} `.includes(` with ${said.toLowerCase()} `)),
    );
    if (companion && LEAVES_TIME_TO_TALK.test(deed.verb))
      add(WITH_SOMEBODY, score, (form) => form.replace('{x}', companion.text));
  }
}

/** The name for somebody who did something, as a question can use it; “he” becomes the person named before. */
function whoDid(
  deed: Heading['deeds'][number],
  topics: readonly Topic[],
  request: TurnRequest,
): string | null {
  if (!/^(?:he|she|it|they)$/.test(deed.subject)) return deed.subject;
  return whoIs(deed.subject, topics, request, deed) ?? (deed.subject === 'it' ? null : deed.subject);
}

function formsFor(topic: Topic, who: string | null): readonly string[] {
  if (topic.absent) return isPerson(topic.kind) || !POSSESSED.test(topic.verb ?? 'have') ? [] : WITHOUT;
  // “My son became a priest”: he is asked about, not the priest.
  if (topic.verb === 'become' && topic.role !== 'SUBJECT') return [];
  if (topic.kind === 'ANIMAL' && topic.name && !topic.present)
    return topic.plural ? FORMS.ANIMAL : ANIMAL_BY_NAME;
  if (topic.kind === 'ANIMAL' && topic.plural && topic.role === 'ALONE') return ANIMALS_AROUND;
  if (topic.hearsay && isPerson(topic.kind)) return topic.plural ? HEARSAY.slice(0, 2) : HEARSAY;
  if (
    topic.kind === 'FOOD' &&
    !EATEN.test(topic.verb ?? '') &&
    !(topic.role === 'ALONE' && isDish(topic.head))
  )
    return OF_ANYTHING;
  if (topic.kind === 'NAMED' && topic.role === 'AFTER_PREPOSITION') return OF_ANYTHING;
  if (topic.kind === 'ILLNESS' && topic.own && topic.present) return ILLNESS_TODAY;
  if (topic.given && topic.kind !== 'FOOD' && topic.kind !== 'ANIMAL') return GIVEN;
  if (topic.kind === 'ILLNESS' && !topic.own) return who ? ILLNESS_OF_ANOTHER : OF_ANYTHING;
  if (topic.kind === 'CELEBRATION' && topic.plural) return OF_ANYTHING;
  if (
    topic.kind === 'GROUP' &&
    topic.role !== 'AFTER_PREPOSITION' &&
    !/^(?:join|leave|enter)$/.test(topic.verb ?? '')
  )
    return OF_ANYTHING;
  if (topic.kind === 'THING' && HOLDS.test(topic.head)) return HOLDING;
  if (topic.kind === 'VEHICLE' && !topic.own && topic.role !== 'AFTER_PREPOSITION' && topic.role !== 'ALONE')
    return VEHICLE_OF_OTHERS;
  if (topic.kind === 'ROOM' && topic.plural) return OF_ROOMS;
  if (isPlace(topic.kind) && !isWithin(topic)) return OF_A_PLACE;
  if (topic.kind === 'PEOPLE' && topic.own && !topic.present) return OWN_PEOPLE;
  if (topic.present) return isPerson(topic.kind) && (topic.own || topic.name) ? AS_THEY_ARE : AS_IT_IS;
  return FORMS[topic.kind];
}

/** Things of which one asks what was in them. */
const HOLDS =
  /^(?:letter|diary|diarie|postcard|telegram|note|notebook|parcel|suitcase|trunk|album|scrapbook)s?$/;

/** Verbs of which the object can be missed: “we never had a car”. */
const POSSESSED = /^(?:have|get|own|keep|use|be|need|buy)$/;

/** Whether the text speaks of being inside the place. */
function isWithin({ role, preposition, verb }: Topic): boolean {
  if (role === 'AFTER_PREPOSITION') return !/^(?:for|about|with|by|against)$/.test(preposition ?? '');
  return role !== 'OBJECT' || /^(?:have|keep|leave|enter|run|own|share)$/.test(verb ?? '');
}

const isDish = (head: string) => HEADS.FOOD.has(head);
const EATEN =
  /^(?:make|bake|cook|eat|have|taste|serve|love|bring|fry|boil|roast|share|get|stir|smell|want|like)$/;

/**
 * The person that a pronoun or a noun at the start of a clause refers to: somebody named in the answer,
 * else in the question.
 */
function whoIs(
  subject: string | null,
  topics: readonly Topic[],
  request: TurnRequest,
  spot: Spot | undefined,
): string | null {
  if (!subject || /^(?:i|we|you)$/.test(subject)) return null;
  // “He had been a tailor, my father said”: “he” isn't the father.
  const people = topics.filter(({ kind, verb }) => isPerson(kind) && verb !== 'say');
  const named = people.find(({ head, name }) => head === subject || name?.toLowerCase() === subject);
  if (named) return named.text;
  if (!/^(?:he|she|they)$/.test(subject)) return null;
  const asked = request.history.findLast((turn) => turn.role === 'assistant')?.text ?? '';
  const inQuestion = phrasesIn(asked).filter(({ kind }) => isPerson(kind));
  const before = people
    .flatMap(({ spots, ...person }) => spots.map((at) => ({ ...person, at })))
    .filter(
      ({ at }) =>
        !spot || at.sentence < spot.sentence || (at.sentence === spot.sentence && at.start < spot.start),
    )
    .sort(
      (a, b) => b.at.sentence - a.at.sentence || Number(b.role === 'SUBJECT') - Number(a.role === 'SUBJECT'),
    );
  return [...before, ...inQuestion].find(({ pronoun }) => pronoun === subject)?.text ?? null;
}

/** Verbs of having or getting: ask about their object rather than the action. */
const WHOM: Record<string, string> = { he: 'him', she: 'her', they: 'them' };
const HAS_OBJECT = /^(?:keep|get|buy|give|leave|find|win|lose|bring|sell|wear|inherit|marry|meet)$/;

/** “My father lost his sight”: a part of oneself, not a thing. */
const isOwnLoss = ({ infinitive }: Deed) => /^lose (?:his|her|their|your) (?!\p{L}+ to\b)/u.test(infinitive);

function addDeeds({ deeds, topics }: Heading, request: TurnRequest, add: Add): void {
  for (const deed of deeds) {
    if (wordCount(deed.clause) > 13) continue;
    if (deed.negated) {
      addLeftUndone(deed, add);
      continue;
    }
    if (deed.isElided && !/\b(?:you|hardest|best|worst|proudest|most)\b/.test(questionOf(request))) continue;
    const who = deed.own ? null : whoDid(deed, topics, request);
    if (!deed.own && (!who || deed.isAside)) continue;
    const isFallenIll = topics.some(
      ({ kind, text }) => kind === 'ILLNESS' && deed.infinitive.includes(` ${text.replace('the ', '')}`),
    );
    if (isFallenIll && !deed.own) continue;
    const isAskedWork = ASKS_OF_WORK.test(questionOf(request));
    const forms = deed.own ? formsForOwn(deed) : formsForOthers(deed, isAskedWork);
    const score =
      (deed.own ? 4.7 : 4.1) +
      1.5 * deed.late +
      (deed.weight > 1 ? 0.3 : deed.weight === 0 ? -1.5 : 0) -
      (EVERYDAY.test(deed.verb) && deed.weight < 2 ? 0.7 : 0) +
      (deed.mode === 'WAS' ? 0.3 : 0) -
      (deed.isAside ? 0.8 : 0) +
      (byDeed.kindOfDeed(deed.verb) === 'WORK' ? 0.3 : 0) -
      (HAS_OBJECT.test(deed.verb) && deed.weight < 3 && !isOwnLoss(deed) ? 0.9 : 0) +
      (deed.mode === 'FIRST' ? 1.2 : 0) +
      (isOwnLoss(deed) && !deed.own ? 1.5 : 0) +
      (deed.own && deed.habit ? 0.8 : 0);
    const clause = who && deed.subject !== who ? deed.clause.replace(deed.subject, who) : deed.clause;
    add(forms, score, (form) =>
      form
        .replace('{inf}', deed.infinitive)
        .replace('{clause}', clause)
        .replace('{who}', who ?? '')
        .replace('{whom}', WHOM[who ?? ''] ?? who ?? '')
        .replace('{role}', deed.infinitive.replace(/^be /, ''))
        .replace('{was}', deed.was ?? ''),
    );
  }
}

/** “I couldn’t face the house”, “we never went back to Hungary”. */
function addLeftUndone(deed: Heading['deeds'][number], add: Add) {
  if (!deed.own || deed.isAside || deed.mode === 'WAS') return;
  const named = deed.mode === 'COULD' ? byDeed.UNABLE : deed.never ? byDeed.NEVER : [];
  const forms = named.length > 0 && deed.weight > 0 ? named : deed.lasting ? byDeed.LEFT_UNDONE : [];
  add(forms, 5.6 + 1.5 * deed.late, (form) => form.replace('{inf}', deed.infinitive));
}

function formsForOwn(deed: Deed): readonly string[] {
  if (/^(?:cry|weep|faint|tremble|panic)$/.test(deed.verb)) return byDeed.OVERCOME;
  if (/^(?:go|come|try|start|begin|happen|manage|get) (?:and|to) /.test(deed.infinitive)) return [];
  if (deed.mode === 'WAS')
    return deed.was && !/ /.test(deed.was) && !/^be (?:an?|the) /.test(deed.infinitive)
      ? isFeeling(deed.was)
        ? byDeed.FEELING
        : []
      : deed.isWork
        ? byDeed.WORKING_AS
        : byDeed.BEING;
  if (deed.present)
    return (EVERYDAY.test(deed.verb) && !deed.lasting) || isLasting(deed.verb) || deed.weight === 0
      ? []
      : byDeed.DONE_TODAY;
  if (deed.mode === 'FIRST') return byDeed.FIRST;
  if (EVERYDAY.test(deed.verb) && deed.mode === 'PLAIN' && !deed.lasting) return byDeed.DONE_EVERY_DAY;
  if (deed.mode === 'HAD_TO') return byDeed.HAD_TO;
  if (deed.mode === 'LEARNED' || deed.mode === 'COULD') return byDeed.LEARNED;
  if (deed.mode === 'WANTED') return byDeed.WANTED;
  if (deed.mode === 'SUFFERED') return byDeed.SUFFERED;
  const kind = byDeed.kindOfDeed(deed.verb);
  return kind === 'EVENT' && deed.lasting ? byDeed.DONE_OFTEN : byDeed.DONE[kind];
}

/** “What did your mother do?”, “What was his work?” */
const ASKS_OF_WORK = /\bdo (?:for (?:work|a living)|all day)\b|\bdo$|\b(?:work|job|trade|living)\b/;

function formsForOthers(deed: Deed, isAskedWork: boolean): readonly string[] {
  if (deed.mode === 'WAS')
    return deed.isWork && /^be an? /.test(deed.infinitive) ? byDeed.BEING_OF_OTHERS : [];
  if (deed.present || deed.mode !== 'PLAIN') return [];
  // “She left me her thimble”: the thing is asked about.
  if (/^(?:give|leave|lend|send|bring|hand|will) you\b/.test(deed.infinitive)) return [];
  if (/ you\b/.test(deed.clause)) return byDeed.DONE_TO_YOU;
  if (deed.habit && !isAskedWork) return byDeed.HABIT_OF_OTHERS;
  if (isAskedWork || deed.lasting || byDeed.kindOfDeed(deed.verb) === 'WORK')
    return byDeed.DONE_BY_OTHERS_OFTEN;
  return byDeed.DONE_BY_OTHERS;
}

function namesSomething(words: string, named: readonly string[]): boolean {
  const { topics, deeds } = headingOf(words, named);
  return topics.some(({ score }) => score >= PASSED_BY) || deeds.some(({ own, weight }) => own && weight > 0);
}

/** Gentle questions about the person whose death the words tell, if that is certain. */
function aboutTheDead(words: string, request: TurnRequest): string[] {
  // Nobody came to know the child.
  if (/\b(?:stillborn|born dead|miscarr(?:ied|iage))\b/i.test(words)) return [];
  const people = headingOf(words, request.subject.people).topics.filter(
    ({ kind, name, own, plural }) => isPerson(kind) && !plural && (name !== null || kind === 'NAMED' || own),
  );
  const child = headingOf(words, request.subject.people).topics.find(
    ({ head, name, plural }) => !plural && name === null && /^(?:baby|son|daughter|child)$/.test(head),
  );
  if (child && isDead(words, child.text.replace(/^your /, 'my ')) && !/\b(?:called|named?)\b/.test(words)) {
    const pronoun = /\b(he|she)\b/i.exec(words)?.[1]?.toLowerCase();
    const whose = pronoun ? (pronoun === 'he' ? 'his' : 'her') : `${child.text}’s`;
    return TENDER_NAME.map((form) => form.replace('{whose}', whose));
  }
  const somebody =
    people.find(({ text, head }) => isDead(words, text.startsWith('your ') ? `my ${head}` : text)) ??
    (people.length === 1 ? people[0] : undefined);
  return somebody ? TENDER_ABOUT.map((form) => form.replace('{x}', somebody.text)) : [];
}

const isDead = (words: string, who: string) =>
  new RegExp(`${who} (?:was |had )?(?:died|passed|killed)|lost ${who}\\b`, 'iu').test(words);

const ASKS_OF_DEATH =
  /^(?!.*\b(?:after|since|before)\b).*\b(?:die|died|death|funeral|lose (?:him|her|your)|passed away)\b/i;

export const englishFollowUps: Omit<FollowUpSpeech, 'echoesOf'> = {
  ...{ candidates, namesSomething, aboutTheDead },
  tender: TENDER_FOLLOW_UPS,
  asksTenderly: (question) => /What (?:was .+ like|did .+ mean to you)\?$/.test(question),
  asksOfDeath: (question) => ASKS_OF_DEATH.test(question),
  bringsInOthers: (question) =>
    /\b(?:others|people|family|home|tell|told|tells|laugh(?:ed)?)\b/.test(question),
  isBound: (question) => /\b(?:it|them|there|those|then|(?:said|heard) that)\b/i.test(question),
};
