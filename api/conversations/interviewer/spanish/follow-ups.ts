import { formsFreshHere, freshForms } from '../forms/fresh.ts';
import type { TurnRequest } from '../request.ts';
import type { Candidate, FollowUpSpeech } from '../speech.ts';
import { pick, sentencesOf, wordCount } from '../words.ts';
import { CUES, HABIT, SPEECH, VIEW } from './cues.ts';
import { contracted, fillTopic } from './fill.ts';
import {
  AFTER_EVENT,
  AFTER_HABIT,
  AFTER_SCENE,
  AFTER_SPEECH,
  AFTER_VIEW,
  ANIMAL_BY_NAME,
  ANIMALS,
  AS_THEY_ARE,
  BEFORE_THEIR_TIME,
  FORMS,
  GIVEN,
  GOING_ON,
  GOING_ON_TODAY,
  LIVING_IN_STORY,
  RIDDEN,
  SOMEBODY,
  SOMEBODY_IN_STORY,
  TENDER,
  TENDER_ABOUT,
  WORN,
} from './forms.ts';
import { spanishHearing } from './hearing.ts';
import { isKin, isPerson, isPlace } from './nouns.ts';
import { bare, withoutAccents } from './plain.ts';
import { type SpanishTopic, spanishTopics } from './topics.ts';

/** In an answer of at most this many words, the topic it names is what the person wants to go on with. */
const FEW_WORDS = 18;
/** A topic below this score is mentioned only in passing. */
const PASSED_BY = 3.4;
/** Only this many characters at the end of a longer answer say what it comes to. */
const MOST_OF_END = 600;

type Add = (forms: readonly string[], score: number, fill?: (form: string) => string) => void;

function collector(request: TurnRequest, salt: string) {
  const fresh = formsFreshHere(request);
  const unusedLately = freshForms(request);
  const found: Candidate[] = [];
  const add: Add = (forms, score, fill = (form) => form) => {
    for (const [at, form] of forms.entries()) {
      if (!fresh(form)) continue;
      const text = fill(form);
      if (text.includes('{')) continue;
      const chance = pick([0, 0.1, 0.2], request.seed, salt + form);
      // The first form of a list says most.
      found.push({
        text,
        from: 'OWN_WORDS',
        score: score - at * 0.12 - (unusedLately(form) ? 0 : 0.6) + chance,
      });
    }
  };
  return { found, add };
}

const textsOf = ({ history }: TurnRequest) =>
  history.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : []));

function candidates(words: string, request: TurnRequest): Candidate[] {
  const salt = `${request.told.askedTexts.length}|${request.history.length}|${words.length}`;
  const { found, add } = collector(request, salt);
  const topics = spanishTopics(words, request.subject.people);
  const low = bare(words);
  const asked = textsOf(request).map(bare);
  const isAsked = (topic: SpanishTopic) =>
    asked
      .slice(-4)
      .some((text) =>
        ` ${text.replace(/[^a-z0-9 ]/g, ' ')} `.includes(` ${bare(topic.name ?? topic.head)} `),
      );
  const isEarlier = spanishHearing.tellsOfEarlierTimes(words, request.subject.birthYear);
  if (isEarlier) add(BEFORE_THEIR_TIME, 6.8);
  if (wordCount(words) <= FEW_WORDS) {
    addCues(words, low, add, 0);
    for (const topic of topics.slice(0, 5)) {
      if (topic.score < PASSED_BY || isAsked(topic)) continue;
      add(formsFor(topic, low), topic.score, (form) => fillTopic(form, topic));
    }
    if (VIEW.test(low)) add(AFTER_VIEW, 6.4);
  } else
    addStory(
      words,
      topics.filter((topic) => !isAsked(topic)),
      add,
    );
  add(isInPresent(low) ? GOING_ON_TODAY : GOING_ON, 3.4);
  return found;
}

/** Asks about what a longer story comes to: what was said last, whom it comes back to, or what came next. */
function addStory(words: string, topics: readonly SpanishTopic[], add: Add): void {
  const sentences = sentencesOf(words);
  const last = (sentences.at(-1) ?? '').slice(-MOST_OF_END);
  const end = sentences.slice(-2).join(' ').slice(-MOST_OF_END);
  const before = (sentences.at(-2) ?? '').slice(-MOST_OF_END);
  if (SPEECH.test(bare(last))) add(AFTER_SPEECH, 6);
  addCues(last, bare(last), add, -1);
  addCues(before, bare(before), add, -1.8);
  for (const topic of topics) {
    if (isPerson(topic.kind)) {
      const isCentral =
        topic.sentences.length > 1 ||
        topic.name !== null ||
        (topic.own && topic.role === 'SUBJECT' && topic.sentences[0] === 0);
      if (!isCentral || topic.isAbsent || (topic.role === 'AFTER_PREPOSITION' && topic.sentences.length < 2))
        continue;
      const score =
        4.7 + 0.35 * Math.min(3, topic.sentences.length) + (topic.name ? 0.4 : 0) + 0.4 * topic.late;
      const forms = topic.isLiving || topic.kind === 'YOUNG' ? LIVING_IN_STORY : SOMEBODY_IN_STORY;
      add(forms, score, (form) => fillTopic(form, topic));
      continue;
    }
    if (topic.kind === 'ANIMAL' && topic.name) {
      add(ANIMAL_BY_NAME, 5.7, (form) => fillTopic(form, topic));
      continue;
    }
    const mentions = new Set(topic.sentences).size;
    const isLate = topic.late >= 0.5 && topic.kind !== 'MATTER';
    if (
      topic.isAbsent ||
      (mentions < 2 && !(isLate && topic.role !== 'AFTER_PREPOSITION') && !(isLate && isPlace(topic.kind)))
    )
      continue;
    add(formsFor(topic, bare(words)), 4.6 + 0.4 * Math.min(2, mentions - 1) + 0.3 * topic.late, (form) =>
      fillTopic(form, topic),
    );
  }
  const low = bare(end);
  if (VIEW.test(bare(last))) add(AFTER_VIEW, 5.8);
  else if (HAPPENED.test(last) || IRREGULAR.test(bare(last))) add(AFTER_EVENT, 5.2);
  else if (HABIT.test(low)) add(AFTER_HABIT, 5.1);
  else add(AFTER_SCENE, 4.5);
}

/** “Llegó”, “salí”: what happened once, if the accents are written. */
const HAPPENED = /\p{L}{2,}(?:ó|é|í)(?!\p{L})|\p{L}+(?:aron|ieron|imos)(?!\p{L})/u;
const IRREGULAR =
  /\b(?:fue|fui|fuimos|hizo|hice|dijo|dije|vino|vine|tuvo|tuve|puso|trajo|dio|di|vio|vi|llego|llegue|salio|sali|cayo|encontre|encontro|empezo|empece)\b/;

function addCues(words: string, low: string, add: Add, change: number): void {
  const plainWords = withoutAccents(words.toLowerCase().replace(/\s+/g, ' '));
  for (const cue of CUES) {
    const match = cue.heard.exec(plainWords);
    if (!match || cue.unless?.test(low)) continue;
    // “Nunca aprendí a nadar”: it wasn't done.
    if (/\b(?:no|nunca|jamas|ni) (?:\w+ )?$/.test(plainWords.slice(0, match.index))) continue;
    const fill = filler(match, words.replace(/\s+/g, ' '), plainWords);
    add(cue.ask, cue.score + change, fill);
  }
}

const WITH_ACCENTS: Record<string, string> = {
  papa: 'papá',
  mama: 'mamá',
  tio: 'tío',
  tia: 'tía',
  sabado: 'sábado',
  manana: 'mañana',
  navidad: 'Navidad',
  telefono: 'teléfono',
  television: 'televisión',
  medico: 'médico',
  musico: 'músico',
  mecanico: 'mecánico',
  albanil: 'albañil',
  peon: 'peón',
  policia: 'policía',
  medica: 'médica',
};

function filler(match: RegExpExecArray, words: string, plainWords: string) {
  const said = (at: number): string => {
    const part = match[at] ?? '';
    const from = plainWords.indexOf(part, match.index);
    const original = from < 0 ? part : words.slice(from, from + part.length);
    return part.split(' ').length > 1 ? original.toLowerCase() : (WITH_ACCENTS[part] ?? original);
  };
  return (form: string): string => {
    const town = form.includes('{town}') ? townIn(words, match[1] ?? '') : '';
    if (town === null) return '{}';
    const text = form
      .replaceAll('{town}', town)
      .replace(
        '{1}s',
        `${said(1).replace(/(?<=viernes)s$/, '')}${said(1) === 'Navidad' ? 'es' : /s$/.test(said(1)) ? '' : 's'}`,
      )
      .replace('{1}', said(1))
      .replace('{2}', said(2));
    return contracted(text);
  };
}

/** The town of these words, in its own letters; null where they name none. */
function townIn(words: string, caught: string): string | null {
  const town = spanishTopics(words).find(
    ({ kind, head }) => kind === 'TOWN' && head.startsWith(bare(caught)),
  );
  if (town) return town.text;
  return spanishTopics(words).find(({ kind }) => kind === 'TOWN')?.text ?? null;
}

/** How somebody came to know their teacher or priest is no question. */
const IN_OFFICE =
  /\b(?:maestr[oa]|profesora?|doctora?|medico|cura|sacerdote|monja|jef[ea]|patron|patrona|sargento|capitan|directora?|partera|enfermera)s?\b/;
const WORN_THINGS = /^(?:vestido|zapato|abrigo|sombrero|rebozo|anillo|collar|uniforme|medalla)s?$/;
const UNKIND =
  /\bno (?:me|nos|lo|la|los|las) (?:queria|quiso|dejaba|dejo|hablaba|hablo|soportaba|aceptaba|acepto)\w*|\b(?:mal[oa]|estrict[oa]|dur[oa]s?|borrach[oa]|tomaba|abandono|se fue de (?:la )?casa)\b/;

const GIVES =
  /\b(?:me|nos) (?:dejo|dejaron|regalo|regalaron|dio|dieron|compro|compraron|heredo|heredaron|trajo|trajeron|hizo)\b|\b(?:compre|compramos|gane|encontre|guardo|guarde|conservo)\b/;

function formsFor(topic: SpanishTopic, low: string): readonly string[] {
  if (topic.isAbsent) return [];
  if (topic.kind === 'ANIMAL') return topic.name ? ANIMAL_BY_NAME : topic.isPlural ? ANIMALS : FORMS.ANIMAL;
  if (isKin(topic.kind) && UNKIND.test(low)) return SOMEBODY;
  if (topic.isLiving)
    return isPerson(topic.kind) ? LIVING_IN_STORY : topic.kind === 'TOWN' ? FORMS.TOWN : AS_THEY_ARE;
  if (topic.kind === 'PERSON' && IN_OFFICE.test(bare(topic.text))) return SOMEBODY;
  if (topic.kind === 'THING' && WORN_THINGS.test(topic.head)) return WORN;
  if (topic.kind === 'VEHICLE' && topic.role === 'AFTER_PREPOSITION') return RIDDEN;
  if ((topic.kind === 'THING' || topic.kind === 'VEHICLE') && GIVES.test(low)) return GIVEN;
  if (isKin(topic.kind) && topic.isPlural) return ['¿Cómo {era} {x}?', 'Cuénteme un poco más de {x}.'];
  if (topic.kind === 'FOOD' && topic.role === 'AFTER_PREPOSITION') return ['Cuénteme más de {x}.'];
  if (topic.kind === 'EVENT' && topic.isPlural) return ['¿Cómo {era} {x}?', 'Cuénteme más de {x}.'];
  if (topic.kind === 'EVENT' && /^(?:baile|feria|posada|carnaval|cosecha)$/.test(topic.head))
    return FORMS.EVENT;
  return FORMS[topic.kind];
}

function isInPresent(low: string): boolean {
  return (
    /\b(?:soy|es|son|tengo|tiene|vivo|vive|voy|va|hago|hace|estoy|esta|hoy|ahora|todavia)\b/.test(low) &&
    !/\b(?:era|eran|fue|fui|estaba|tenia|habia|hubo|\w+(?:aba|aban|abamos|iamos|aron|ieron|imos))\b/.test(low)
  );
}

/** Gentle questions about the person whose death the words tell, if that is certain. */
function aboutTheDead(words: string, request: TurnRequest): string[] {
  const people = spanishTopics(words, request.subject.people).filter(
    ({ kind, own, name, isPlural }) => isPerson(kind) && !isPlural && (own || name !== null),
  );
  const somebody = people.length === 1 ? people[0] : people.find((topic) => isDead(bare(words), topic));
  return somebody ? TENDER_ABOUT.map((form) => fillTopic(form, somebody)) : [];
}

function isDead(low: string, { head, name }: SpanishTopic): boolean {
  const who = name ? bare(name) : head;
  return new RegExp(
    `\\b${who}\\b[^.;]{0,20}\\b(?:murio|fallecio|se nos fue)\\b|\\b(?:murio|fallecio|perdi a|perdimos a|se (?:me|nos) murio) (?:mi |nuestr[oa] )?(?:\\w+ )?${who}\\b`,
  ).test(low);
}

export const spanishFollowUps: FollowUpSpeech = {
  candidates,
  namesSomething: (words, people) =>
    spanishTopics(words, people).some(({ score, isAbsent }) => score >= PASSED_BY && !isAbsent) ||
    CUES.some(({ heard }) => heard.test(bare(words))),
  aboutTheDead,
  tender: TENDER,
  asksTenderly: (question) => /¿(?:Cómo era|Qué le gustaría que se supiera de) .+\?$/.test(question),
  asksOfDeath: (question) => /\b(?:murio|muerte|funeral|entierro|fallecio|perder)\b/.test(bare(question)),
  bringsInOthers: (question) =>
    /\b(?:otros|gente|familia|casa|contar|contaba|conto|quienes|quien mas|se dijeron)\b/.test(bare(question)),
  isBound: (question) => /\b(?:eso|ese|esa|esos|esas|ahi|entonces|aquello|despues)\b/.test(bare(question)),
  echoesOf: () => [],
};
