import { CUES } from './forms/by-cue.ts';
import { DONE, WORKING_AS } from './forms/by-deed.ts';
import {
  AFTER_OWN_SPEECH,
  AFTER_SPEECH,
  AFTER_SPEECH_TO_YOU,
  AS_IT_IS_NOW,
  BY_TELLING,
  IN_A_PLACE,
  STORY_OF_OTHERS,
  TOLD_BY_OTHERS,
  WHAT_NEXT,
  WHAT_YOU_DID_NEXT,
} from './forms/by-telling.ts';
import {
  ANIMAL_IN_STORY,
  ELDER_IN_STORY,
  HEARSAY,
  LIVING_IN_STORY,
  MATTER_IN_STORY,
  PLACE_IN_STORY,
  SOMEBODY_ASKED_ABOUT,
  SOMEBODY_IN_STORY,
  STRANGER_IN_STORY,
  THING_IN_STORY,
} from './forms/by-topic.ts';
import { fillTopic } from './forms/fill.ts';
import { isKin, isPerson, isPlace } from './text-analysis/lexicon.ts';
import { closingSpeech } from './text-analysis/speech.ts';
import { tellingOf } from './text-analysis/telling.ts';
import { type Heading, phrasesIn, type Topic } from './text-analysis/topics.ts';
import { plain, sentencesOf, wordCount } from './words.ts';

/** Adds question forms with a score, and fills each in. */
export type AddForms = (forms: readonly string[], score: number, fill?: (form: string) => string) => void;

interface Story {
  words: string;
  heading: Heading;
  /** The interviewer's words in this conversation, in plain form: nothing in them is asked about again. */
  asked: string;
  /** All that the interviewer has said. */
  askedTexts: readonly string[];
  /** The question that the story answers, if it began the subject. */
  question: string;
  birthYear: number | null;
  /** The year in which the story is told. */
  year: number;
}

/** Only this many characters at the end of a long sentence are read: they say what it comes to. */
const MOST_OF_END = 1200;

/**
 * Adds follow-ups to a story of some length: about what was said last, the person or thing that it keeps
 * coming back to, or plainly what came next. A thing named in passing is never asked about.
 */
export function addStoryFollowUps(story: Story, add: AddForms): void {
  const { words, heading } = story;
  const sentences = sentencesOf(words.replace(/\\n/g, ' '));
  if (isKnownFromOthers(story)) {
    // A person who says who told it isn't asked who did.
    add(/\b(?:said|told)\b/.test(words) ? TOLD_BY_OTHERS.slice(1) : TOLD_BY_OTHERS, 5.6);
    add(STORY_OF_OTHERS, 4.6);
  } else {
    addSpeech(words, add);
    for (const cue of CUES) {
      const end = sentences.slice(-cue.within).join(' ').slice(-MOST_OF_END);
      if (!cue.heard.test(end)) continue;
      const isLast = cue.within === 1 || cue.heard.test((sentences.at(-1) ?? '').slice(-MOST_OF_END));
      add(cue.ask, (cue.strong ? 5.8 : 5.2) + (isLast ? 0.3 : 0));
    }
    addDeeds(heading, add);
    addTelling(story, sentences.at(-1) ?? '', add);
  }
  addPeople(story, add);
  addThings(story, add);
}

function addSpeech(words: string, add: AddForms): void {
  const speech = closingSpeech(words);
  if (!speech) return;
  const when = speech.speaker ? `when ${speech.speaker} said that` : 'when you heard that';
  if (speech.own) add(AFTER_OWN_SPEECH, 5.9);
  else add(speech.toYou ? AFTER_SPEECH_TO_YOU : AFTER_SPEECH, 6, (form) => form.replace('{when}', when));
}

const SELF =
  /\b(?:I|we|me|us|our|my (?!(?:own )?(?:great-|grand|step)?(?:mother|father|sister|brother|mom|mum|dad|uncle|aunt|parents)))/i;

function addTelling({ words, heading }: Story, last: string, add: AddForms): void {
  const telling = tellingOf(words);
  const isView = telling === 'VIEW' || telling === 'CUSTOM';
  const main = last.replace(SUBORDINATE, '');
  const isOthers = telling !== 'SCENE' && !SELF.test(sentencesOf(words).slice(-3).join(' '));
  const isTold =
    telling !== 'HABIT' && ((DONE_AT_END.test(main) && !/^That\b/.test(last)) || ON_A_DAY.test(words));
  const isEvent = telling === 'EVENT' || isTold;
  if (isView) add(BY_TELLING[telling], telling === 'VIEW' ? 5.8 : 5.4);
  else if (heading.present && !PAST.test(last)) add(AS_IT_IS_NOW, 5.1);
  else if (isOthers || (isEvent && !SELF.test(last))) {
    add(STORY_OF_OTHERS, 5);
    if (isEvent) add(WHAT_NEXT, 5.4);
  } else if (isEvent) {
    const isUnfinished = UNFINISHED.test(last) || telling === 'SCENE';
    add(/\b(?:I|we)\b/i.test(main) ? WHAT_YOU_DID_NEXT : WHAT_NEXT, isUnfinished ? 5.6 : 5.1);
    add(BY_TELLING.EVENT, 5.3);
  } else {
    add(BY_TELLING[telling], 5.1);
    if (telling === 'SCENE' && heading.topics.some(({ kind, late }) => isPlace(kind) && late >= 0.5))
      add(IN_A_PLACE, 5.2);
  }
}

/** A clause that says when, why or who. */
const SUBORDINATE = /,? (?:before|when|because|until|while|if|that|who|which|as|so that|whose)\b.*$/;

/** The story ends with something that has just begun. */
const UNFINISHED =
  /\b(?:knocked|opened|rang|ran|asked|came|turned (?:round|around|to)|jumped|started|saw|heard|arrived|began|stepped|pointed|waved|picked (?:it )?up)\b[^,;]*$/;
const ON_A_DAY =
  /\b(?:(?:on|in) (?:the )?(?:\p{L}+ )?(?:day|morning|night|week) (?:of|in)\b|in (?:january|february|march|april|may|june|july|august|september|october|november|december) (?:of )?\d{4})/iu;

/** Something was done in the last sentence. */
const DONE_AT_END =
  /\b(?:I|we|he|she|they|it) (?:just |then |never )?(?:came|went|said|took|made|gave|sat|stood|ran|put|found|left|brought|told|rang|fell|threw|broke|walked|looked|turned|opened|stopped|knocked|packed|handed|laughed|cried)\b/i;

const PAST = /\b(?:was|were|had|did|held|came|went|took|made|gave|said|knew|\p{L}{3,}ed)\b/u;
const KNOWN_FROM_OTHERS =
  /\bthey (?:say|said|told)\b|\bi (?:was|have been) told\b|\bthe story goes\b|\bin the story\b/i;

/** Whether the person tells what happened without them: before their birth, or as it was told to them. */
export function isKnownFromOthers({ words, birthYear, heading }: Story): boolean {
  if (/\b(?:I|we|me|us)\b/.test(words.replace(/[“"][^“”"]{0,400}[”"]/g, ' '))) return false;
  const years = [...words.matchAll(/\b(1[89]\d\d|20\d\d)\b/g)].map(([year]) => Number(year));
  if (years.length > 0 && birthYear !== null) return years.every((year) => year < birthYear + 3);
  return (
    KNOWN_FROM_OTHERS.test(words) || heading.topics.some(({ kind, hearsay }) => kind === 'ELDER' && hearsay)
  );
}

function addDeeds({ deeds }: Heading, add: AddForms): void {
  for (const deed of deeds) {
    if (!deed.own || deed.negated || deed.present || deed.isAside || wordCount(deed.infinitive) > 8) continue;
    const fill = (form: string) =>
      form
        .replace('{inf}', deed.infinitive)
        .replace('{clause}', deed.clause)
        .replace('{role}', deed.infinitive.replace(/^be /, ''));
    if (deed.mode === 'WAS' && deed.isWork) add(WORKING_AS, 5 + 0.4 * deed.late, fill);
    if (deed.mode === 'PLAIN' && deed.weight > 0 && LASTING_WORK.test(deed.verb))
      add(DONE.WORK.slice(0, 1), 4.9 + 0.4 * deed.late + (deed.lasting ? 0.3 : 0), fill);
  }
}

const LASTING_WORK = /^(?:work|drive|teach|serve|manage|nurse|mine|fish|deliver|farm|preach|sail)$/;

const PRONOUNS = { he: /\bhe\b/gi, she: /\bshe\b/gi };

/** How much a story is about somebody: the mentions, with the pronouns near them. */
function mentionsOf(topic: Topic, { heading }: Story): number {
  const { pronoun, spots } = topic;
  if (pronoun === 'it' || pronoun === 'they') return spots.length;
  const pronouns = pronoun ? PRONOUNS[pronoun] : /\b(?:he|she)\b/gi;
  const first = spots[0]?.sentence ?? 0;
  const next = heading.topics
    .filter((other) => other !== topic && isPerson(other.kind) && other.pronoun === pronoun)
    .flatMap((other) => other.spots.map(({ sentence }) => sentence))
    .filter((sentence) => sentence > (spots.at(-1)?.sentence ?? 0));
  // “He” means the person who was named last.
  const text = heading.sentences.slice(first, Math.min(...next, first + 6)).join(' ');
  const count = text.match(pronouns)?.length ?? 0;
  const rivals = heading.topics.filter(
    ({ kind, pronoun: other, spots: theirs }) =>
      isPerson(kind) && other === pronoun && theirs.some(({ sentence }) => sentence === first),
  );
  return spots.length + count / Math.max(1, rivals.length);
}

function addPeople(story: Story, add: AddForms): void {
  addSomebodyAskedAbout(story, add);
  const isHearsay = isKnownFromOthers(story);
  const isNow = story.heading.present && /\b(?:he|she)\b/i.test(story.heading.sentences.at(-1) ?? '');
  const isRecent =
    isNow ||
    [...story.words.matchAll(/\b(?:19|20)\d\d\b/g)].some(([year]) => Number(year) > story.year - LATELY);
  for (const topic of story.heading.topics) {
    if (
      !isPerson(topic.kind) ||
      topic.absent ||
      topic.plural ||
      /^(?:his|her|their) |['’]s$/.test(topic.text)
    )
      continue;
    const said = plain(topic.text);
    if (isAskedAbout(said, story)) {
      if (story.question.includes(said) && !topic.present)
        add(SOMEBODY_ASKED_ABOUT, 5.2, (form) => fillTopic(form, topic, null));
      continue;
    }
    const isNamed = topic.name !== null || topic.kind === 'NAMED';
    const mentions = mentionsOf(topic, story);
    const isCentral = mentions >= 1.5;
    if (topic.role === 'AFTER_PREPOSITION' && (!isCentral || (!isNamed && topic.spots.length < 2))) continue;
    if (!isNamed && isKin(topic.kind) && (!topic.own || (topic.role !== 'SUBJECT' && topic.spots.length < 2)))
      continue;
    // “He had been a tailor, my father said.”
    if ((topic.verb === 'say' || topic.isAside) && topic.spots.length < 2) continue;
    const isMet =
      (mentions >= 3 && topic.role === 'SUBJECT') ||
      (topic.role === 'THERE_IS' && topic.spots[0]?.sentence === 0);
    if (
      !isNamed &&
      !isKin(topic.kind) &&
      ((topic.spots.length < 2 && !isMet) || (PASSING.test(topic.head) && topic.role !== 'THERE_IS'))
    )
      continue;
    const isLast =
      !isNamed && topic.spots.length < 2 && topic.late === 1 && story.heading.sentences.length > 2;
    const score =
      4.6 + Math.min(1.2, 0.3 * mentions) + (isNamed ? 0.3 : 0) + 0.4 * topic.late - (isLast ? 0.7 : 0);
    const forms = formsForSomebody(topic, isRecent, isHearsay);
    const isDescribed =
      DESCRIBES.test(story.question) ||
      story.askedTexts.some((text) => text.includes(topic.text) && DESCRIBES.test(text));
    add(isDescribed ? forms.filter((form) => !DESCRIBES.test(form)) : forms, score, (form) =>
      fillTopic(form, topic, null),
    );
  }
}

/** “What was your mother like? She was quick.” The answer names nobody else. */
function addSomebodyAskedAbout({ words, heading, question }: Story, add: AddForms): void {
  const somebody = phrasesIn(question).find(({ kind, plural }) => isPerson(kind) && !plural);
  const pronoun = somebody?.pronoun;
  if (!somebody || (pronoun !== 'he' && pronoun !== 'she')) return;
  if (heading.topics.some(({ kind, pronoun: other }) => isPerson(kind) && other === pronoun)) return;
  if ((words.match(PRONOUNS[pronoun])?.length ?? 0) < 3) return;
  const text = somebody.text.replace(/^the /, 'your ');
  add(SOMEBODY_ASKED_ABOUT, 5.6, (form) => form.replace('{x}', text));
}

/** Somebody in a story of the last years, this many, may well be alive. */
const LATELY = 25;
/** Somebody without a name who only plays a part. */
const PASSING =
  /^(?:baby|boy|girl|man|woman|child|soldier|officer|doctor|driver|priest|nurse|clerk|fellow|lady|friend|cousin)$/;

/** These ask for the same in other words. */
const DESCRIBES = /\blike(?: in those days)?\?|\bdescribe\b|\bsort of person\b/;

/** Whether one of our questions in this conversation was about somebody, and not only about something of theirs. */
function isAskedAbout(said: string, { asked }: Story): boolean {
  return sentencesOf(asked).some((each) => each.includes(said) && ABOUT_SOMEBODY.test(each));
}

const ABOUT_SOMEBODY =
  /\b(?:like(?: in those days)?\?|describe|tell me (?:more )?about|sort of person|mean to you|get along|became of|told about|how did you (?:and .+ )?meet|who was)/;

function formsForSomebody(topic: Topic, isRecent: boolean, isHearsay: boolean): readonly string[] {
  if (topic.hearsay || isHearsay) return HEARSAY;
  if (topic.kind === 'YOUNG' || topic.present || isRecent) return LIVING_IN_STORY;
  if (topic.kind === 'ELDER') return ELDER_IN_STORY;
  return topic.kind === 'ACQUAINTANCE' ? STRANGER_IN_STORY : SOMEBODY_IN_STORY;
}

function addThings(story: Story, add: AddForms): void {
  for (const topic of story.heading.topics) {
    if (isPerson(topic.kind) || topic.absent || story.asked.includes(plain(topic.text))) continue;
    if (topic.kind === 'ANIMAL' && topic.name) {
      add(ANIMAL_IN_STORY, 5.6, (form) => fillTopic(form, topic, null));
      continue;
    }
    const sentences = new Set(topic.spots.map(({ sentence }) => sentence)).size;
    const least = topic.kind === 'MATTER' ? 3 : 2;
    if (sentences < least || topic.role === 'AFTER_PREPOSITION' || topic.late < 0.5) continue;
    const score = 4.8 + 0.3 * (sentences - least);
    add(formsForThing(topic), score, (form) => fillTopic(form, topic, null));
  }
}

function formsForThing({ kind, present }: Topic): readonly string[] {
  if (present) return MATTER_IN_STORY;
  if (kind === 'ANIMAL') return ANIMAL_IN_STORY;
  if (kind === 'THING') return THING_IN_STORY;
  return isPlace(kind) ? PLACE_IN_STORY : MATTER_IN_STORY;
}
