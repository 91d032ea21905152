import type { BankQuestion } from '#api/questions/bank/question.ts';
import { askedSentences, isRepeated } from './asked.ts';
import { CUES } from './forms/by-cue.ts';
import { BY_TELLING, TENDER_FOLLOW_UPS } from './forms/by-telling.ts';
import { ACTING, ACTING_ONCE, FORMS, HEARSAY } from './forms/by-topic.ts';
import { freshForms } from './forms/fresh.ts';
import { isPerson } from './hearing/lexicon.ts';
import type { Topic } from './hearing/mention.ts';
import { staysWith, tellingOf } from './hearing/telling.ts';
import { topicsIn } from './hearing/topics.ts';
import type { Ask } from './interviewer.ts';
import type { HistoryTurn, TurnRequest } from './request.ts';
import { touchesAvoided } from './themes.ts';
import { HARD_TO_TELL } from './weight.ts';
import { pick, plain, sentencesOf, wordCount } from './words.ts';

/** The turns since something new was last begun: how long we have stayed with one subject. */
export function followUpsSoFar(history: HistoryTurn[]): number {
  const since = history.findLastIndex(
    (turn) => turn.role === 'assistant' && (turn.kind === 'ASK' || turn.kind === 'OPEN'),
  );
  return history.slice(since + 1).filter((turn) => turn.kind === 'FOLLOW_UP').length;
}

/** The bank question that was last asked or followed up, if one was. */
function rootQuestion(request: TurnRequest): BankQuestion | undefined {
  const key = request.history.findLast((turn) => turn.role === 'assistant')?.questionKey;
  return key ? request.bank.find((question) => question.key === key) : undefined;
}

/** How many of the latest answers in a row have left the question that was asked for a story of their own. */
export function strayed(request: TurnRequest): number {
  const root = rootQuestion(request);
  if (!root) return 0;
  const answers = request.history.flatMap((turn) => (turn.role === 'user' && turn.text ? [turn.text] : []));
  let count = 0;
  for (const answer of answers.slice(-(followUpsSoFar(request.history) + 1)).reverse()) {
    if (staysWith(root, answer)) break;
    count++;
  }
  return count;
}

/** How many answers since a question was asked have left it. */
function strayedSince(request: TurnRequest, root: BankQuestion): number {
  const answers = request.history.flatMap((turn) => (turn.role === 'user' && turn.text ? [turn.text] : []));
  return answers.slice(-(followUpsSoFar(request.history) + 1)).filter((answer) => !staysWith(root, answer))
    .length;
}

interface Candidate {
  text: string;
  from: Ask['from'];
  score: number;
}

function formsFor(topic: Topic): readonly string[] {
  if (topic.hearsay && isPerson(topic.kind)) return topic.plural ? HEARSAY.slice(0, 2) : HEARSAY;
  return FORMS[topic.kind];
}

function candidates(words: string, request: TurnRequest, root: BankQuestion | undefined): Candidate[] {
  const fresh = freshForms(request);
  const salt = `${request.told.askedTexts.length}|${request.history.length}|${words.length}`;
  const sentences = sentencesOf(words.replace(/\\n/g, ' '));
  const telling = tellingOf(words);
  const said = plain(
    request.history
      .slice(-7)
      .flatMap((turn) => (turn.role === 'assistant' ? [turn.text ?? ''] : []))
      .join(' '),
  );
  const found: Candidate[] = [];
  const add = (forms: readonly string[], score: number, x?: string) => {
    for (const form of forms) {
      if (!fresh(form)) continue;
      const text = form.replace('{x}', x ?? '');
      // Chance decides between equals, so that two lives are not asked in the same order.
      found.push({
        text,
        from: 'OWN_WORDS',
        score: score + pick([0, 0.1, 0.2, 0.3], request.seed, salt + form),
      });
    }
  };

  CUES.forEach((cue, rank) => {
    if (!cue.heard.test(sentences.slice(-cue.within).join(' '))) return;
    const atEnd = cue.heard.test(sentences.at(-1) ?? '');
    add(cue.ask, (atEnd ? 6.4 : 5.6) - rank * 0.03);
  });
  for (const topic of topicsIn(words, request.subject.people).slice(0, 6)) {
    if (said.includes(plain(topic.text)) || topic.score < 3) continue;
    // Of somebody without a name we know too little to ask what went on in them.
    const somebody = topic.acts && !topic.hearsay && !topic.plural && !topic.text.startsWith('the ');
    if (somebody && telling !== 'VIEW' && telling !== 'CUSTOM') {
      const score = Math.min(6, topic.score - 1);
      add(telling === 'HABIT' ? ACTING : [...ACTING, ...ACTING_ONCE], score, topic.text);
    }
    // What was just done comes before what somebody was like: a portrait can wait, the story can not.
    const most = topic.hearsay ? 5.8 : isPerson(topic.kind) ? 4.6 : 5.4;
    add(formsFor(topic), Math.min(most, topic.score - 1.2), topic.text);
  }
  // Who has left the question once means something else than its follow-ups by what they say next.
  if (root && strayedSince(request, root) === 0) {
    const first = followUpsSoFar(request.history) === 0;
    const size = wordCount(words);
    const hearsay = topicsIn(words, request.subject.people)[0]?.hearsay ?? false;
    const score = !first || hearsay ? 4.4 : size < 15 ? 7 : size < 30 ? 5.7 : 5.1;
    found.push(...root.followUps.map((text) => ({ text, from: 'BANK_FOLLOW_UP' as const, score })));
  }
  if (wordCount(words) >= 12) add(BY_TELLING[telling], 4.2);
  return found;
}

/** Stays with what was just said: whatever it asks for most, never by a form that was used of late. */
export function followUp(request: TurnRequest, maxWords: number, alsoAvoided: string[]): Ask | null {
  const asked = askedSentences(request);
  const avoided = [...request.subject.avoidedThemes, ...alsoAvoided];
  const words = request.history.at(-1)?.text ?? '';
  const last = request.history.findLast((turn) => turn.role === 'assistant');
  const root = rootQuestion(request);
  const ask = {
    requestId: last?.requestId ?? null,
    chapter: root?.chapter ?? null,
    lead: null,
    questionKey: last?.questionKey ?? null,
  };
  // What stays between us is not followed by a question about what others made of it.
  const between = request.heard?.privateScope != null;
  const free = (text: string) =>
    !(between && /\b(?:others|people|family|home|tell|told|tells|laugh(?:ed)?)\b/.test(text)) &&
    wordCount(text) <= maxWords &&
    !isRepeated(text, asked) &&
    !touchesAvoided(avoided, text);

  if (HARD_TO_TELL.test(words.slice(-600))) {
    const tender = TENDER_FOLLOW_UPS.filter(free)[0];
    // One gentle question after something hard; a second would be pressing.
    const pressing = TENDER_FOLLOW_UPS.some((form) => last?.text?.endsWith(form));
    return tender && !pressing ? { ...ask, text: tender, from: 'OWN_WORDS' } : null;
  }
  const best = candidates(words, request, root)
    .filter(({ text }) => free(text))
    .sort((a, b) => b.score - a.score)[0];
  return best ? { ...ask, text: best.text, from: best.from } : null;
}
