import { readFileSync } from 'node:fs';
import { languageOf } from '#api/language/languages.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import {
  measureAsides,
  measureCrisis,
  measureOrdinary,
  measurePrivacy,
  measureWishesAmid,
  measureWithdrawals,
} from './acts.ts';
import { type AskBookCase, measureAskBook } from './ask-book.ts';
import { measureChapters, measureTitles, printTitles } from './book.ts';
import { type Figure, type Half, isReached, loadCases, printFigure } from './cases.ts';
import { measureFamilyQuestions } from './family-questions.ts';
import { measureFollowUps, measureNextTurns, measureStories, printExchanges } from './followups.ts';
import { measureProofs } from './proofs.ts';
import { readingMeasures } from './readings.ts';
import { allPairs, measureReconcile } from './reconcile.ts';
import { measureUnknownPhones } from './unknown-phones.ts';
import {
  measureCorrections,
  measureJoins,
  measureLost,
  measurePrinted,
  measureReplaced,
  measureSpoken,
  measureUntouched,
} from './writing.ts';

/**
 * `npm run figures -- [open|kept|third|fourth|fifth|sixth|seventh|…|eleventh|own] [kind] [--missed] [--exchanges]
 * [--interview=FILE] [--interviews=FOLDER] [--language=es]`: measures the interviewer and the writer on cases that were written without
 * knowledge of the code; in another language than English, the reading alone. `-- all reconcile` measures all pairs of reconcile together, in one language.
 * Ends with 1 when a figure that has a goal doesn't reach it.
 */
const MEASURES: Record<string, (cases: never[]) => Figure[] | Promise<Figure[]>> = {
  privacy: measurePrivacy,
  wishes: measureWishesAmid,
  crisis: measureCrisis,
  withdraw: measureWithdrawals,
  corrections: writing(measureCorrections),
  joins: writing((cases: never[]) => [...measureJoins(cases), ...measureReplaced(cases)]),
  spoken: writing(measureSpoken),
  asides: writing((cases: never[]) => [
    ...measureAsides(cases),
    ...measurePrinted(cases),
    ...measureNextTurns(cases),
  ]),
  ordinary: writing((cases: never[]) => [
    ...measureOrdinary(cases),
    ...measureUntouched(cases),
    ...measureLost(cases),
  ]),
  followups: measureFollowUps,
  stories: measureStories,
  proofs: measureProofs,
  chapters: writing((cases: never[]) => [...measureChapters(cases), ...measureReplaced(cases)]),
  titles: writing((cases: never[]) => [...measureTitles(cases), ...measureReplaced(cases)]),
  'family-questions': measureFamilyQuestions,
  reconcile: writing((cases: never[]) => measureReconcile(cases)),
  facts: writing((cases: never[]) => measureReconcile(cases)),
  'unknown-phones': measureUnknownPhones,
  'ask-book': (cases: AskBookCase[]) => measureAskBook(cases, optionOf('interviews')),
};

/** The time for reading the meanings of a set of cases: with less, figures depend on how busy the machine is. */
const MEANINGS_MS = 600_000;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const half = (words[0] ?? 'open') as Half;
const showsMissed = process.argv.includes('--missed');
const showsExchanges = process.argv.includes('--exchanges');

const language = languageOf(optionOf('language') ?? 'en');
const interview = optionOf('interview');
if (interview) {
  const { turns } = JSON.parse(readFileSync(interview, 'utf8')) as {
    turns: { role: string; utterance: string }[];
  };
  const cases = turns.flatMap(({ role, utterance }, at) =>
    role === 'respondent'
      ? [{ id: `${at}`, question: turns[at - 1]?.utterance ?? '', said: utterance.replaceAll('\\n', '\n') }]
      : [],
  );
  show(measureOrdinary(cases));
} else if (words[0] === 'all') {
  show(await withMeanings(() => measureReconcile(allPairs(language), language), { mostMs: MEANINGS_MS }));
} else if (language !== 'en') {
  for (const [kind, measure] of Object.entries<(cases: never[]) => Figure[]>(readingMeasures(language))) {
    if (words[1] && words[1] !== kind) continue;
    const cases = loadCases<never>(kind, half, language);
    if (cases) show(measure(cases));
  }
} else {
  for (const [kind, measure] of Object.entries(MEASURES)) {
    if (words[1] && words[1] !== kind) continue;
    const cases = loadCases<never>(kind, half);
    if (!cases) continue;
    if (showsExchanges && (kind === 'followups' || kind === 'stories' || kind === 'asides'))
      printExchanges(cases);
    if (showsExchanges && kind === 'titles') printTitles(cases);
    show(await measure(cases));
  }
}

/** Measures the writer, which reads the meanings of sentences. */
function writing(measure: (cases: never[]) => Figure[]) {
  return (cases: never[]) => withMeanings(() => measure(cases), { mostMs: MEANINGS_MS });
}

function optionOf(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
}

function show(figures: Figure[]) {
  for (const figure of figures) {
    console.log(printFigure(figure));
    if (!isReached(figure)) process.exitCode = 1;
    if (showsMissed) for (const missed of figure.missed) console.log(`    ${missed}`);
  }
}
