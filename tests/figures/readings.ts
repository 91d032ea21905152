import { ACT_OF, type Act, type Label } from '#api/dialogue-acts/labels.ts';
import { type ActSpan, readUtterance } from '#api/dialogue-acts/read-utterance.ts';
import type { Language } from '#api/language/languages.ts';
import type { AsideCase, CrisisCase, PrivacyCase, WithdrawCase } from './acts.ts';
import { measureAsides } from './acts.ts';
import { countCases, type Figure } from './cases.ts';

type Said = { id: string; said: string };

const WISHES = new Set<Act>(['PRIVACY', 'AUDIENCE', 'DELETION']);
const isWish = ({ act }: ActSpan) => WISHES.has(act);
const isDanger = ({ act }: ActSpan) => act === 'DISTRESS';
const isWithdrawal = ({ act }: ActSpan) => act === 'WITHDRAWS';
const isSure = ({ doubtful }: ActSpan) => !doubtful;

/** Told before and after a case, because a wish or a danger in the middle of a story is easier to miss. */
const AROUND: Record<Language, [string, string]> = {
  en: [
    'We had a small farm by the river. My father kept pigs and a few cows. My mother baked on Fridays. The school was two miles off.',
    'We learned our letters from an old primer. In the summer we picked cherries. My uncle played the fiddle. The winters were long.',
  ],
  es: [
    'Teníamos una finca chica junto al río. Mi padre criaba cochinos y unas vacas. Mi madre hacía pan los viernes. La escuela quedaba a una legua.',
    'Aprendimos las letras en un silabario viejo. En verano cortábamos duraznos. Mi tío tocaba el violín. Los inviernos eran largos.',
  ],
};

/**
 * What the reading of utterances alone finds, before the conversation it is said in: for a language that the
 * interviewer doesn't speak yet, and to tell its errors from those of the reading.
 */
export function readingMeasures(language: Language) {
  const spansOf = ({ said }: Said) => readUtterance(said, language).spans;
  const amidStory = ({ said }: Said) => {
    const around = AROUND[language].join(' | ');
    // Who types without capitals does so everywhere.
    const [before, after] = (/^\p{Ll}/u.test(said) ? around.toLowerCase() : around).split(' | ');
    return readUtterance(`${before} ${said} ${after}`, language).spans;
  };
  const name = (each: Said & { expect?: unknown }) =>
    `${each.id} [${each.expect ?? ''}] ${spansOf(each)
      .map(
        (span) =>
          `${span.labels.join('+')}${span.doubtful ? '?' : ''}: ${each.said.slice(span.start, span.end)}`,
      )
      .join(' | ')}`;
  const sureOf = (each: Said) => spansOf(each).filter(isSure);

  function privacy(cases: readonly PrivacyCase[]): Figure[] {
    const wishes = cases.filter(({ expect }) => expect !== 'none');
    const others = cases.filter(({ expect }) => expect === 'none');
    return [
      countCases('privacy wishes read outright', 0.88, wishes, (each) => sureOf(each).some(isWish), name),
      countCases(
        'privacy wishes read or asked about',
        0.96,
        wishes,
        (each) => spansOf(each).some(isWish),
        name,
      ),
      countCases(
        'privacy wishes read amid a long story',
        0.96,
        wishes,
        (each) => amidStory(each).some(isWish),
        name,
      ),
      countCases('privacy near-misses left open', 0.96, others, (each) => !spansOf(each).some(isWish), name),
    ];
  }

  function crisis(cases: readonly CrisisCase[]): Figure[] {
    const crises = cases.filter(({ expect }) => expect !== 'none');
    const others = cases.filter(({ expect }) => expect === 'none');
    const labelOf = (expect: string) => (expect === 'crisis' ? 'crisis-self' : `crisis-${expect}`);
    return [
      countCases('crisis read', 0.95, crises, (each) => sureOf(each).some(isDanger), name),
      countCases(
        'crisis read, or asked about at once',
        0.95,
        crises,
        (each) => spansOf(each).some(isDanger),
        name,
      ),
      countCases(
        'crisis named rightly (despair, medical, harm)',
        0.85,
        crises,
        (each) => spansOf(each).some(({ labels }) => labels.includes(labelOf(each.expect) as Label)),
        name,
      ),
      countCases(
        'crisis read amid a long story',
        0.95,
        crises,
        (each) => amidStory(each).some(isDanger),
        name,
      ),
      countCases('crisis near-misses left alone', 0.95, others, (each) => !sureOf(each).some(isDanger), name),
    ];
  }

  function withdraw(cases: readonly WithdrawCase[]): Figure[] {
    const isRight = (each: WithdrawCase) => {
      const spans = spansOf(each);
      const taken = new Set(
        spans
          .filter((span) => isSure(span) && isWithdrawal(span))
          .flatMap(({ labels }) => labels.filter((label) => ACT_OF[label] === 'WITHDRAWS')),
      );
      if (each.expect[0] === 'ASK')
        return taken.size > 0 || spans.some((span) => isWithdrawal(span) || span.label === 'stop-unclear');
      const kinds = each.expect[0] === 'ALL' ? Object.keys(LABEL_OF) : each.expect;
      const wanted = kinds.map((kind) => LABEL_OF[kind]);
      return wanted.length === taken.size && wanted.every((label) => label && taken.has(label));
    };
    const others = cases.filter(({ expect }) => expect.length === 0);
    return [
      countCases('withdrawals exactly right', 0.95, cases, isRight, name),
      countCases('withdrawal near-misses left alone', 0.95, others, isRight, name),
    ];
  }

  function ordinary(cases: readonly Said[]): Figure[] {
    const isProtected = (span: ActSpan) => isWish(span) || isDanger(span) || isWithdrawal(span);
    return [
      countCases(
        'ordinary telling read as a wish, crisis or withdrawal',
        0.005,
        cases,
        (each) => sureOf(each).some(isProtected),
        name,
        { atMost: true },
      ),
      countCases(
        'ordinary telling asked back about',
        0.02,
        cases,
        (each) => spansOf(each).some((span) => span.doubtful && isProtected(span)),
        name,
        { atMost: true },
      ),
      countCases(
        'ordinary telling of which nothing is lost',
        0.9,
        cases,
        (each) =>
          sureOf(each).length === spansOf(each).length &&
          spansOf(each).every(({ act }) => act === 'TELLS' || act === 'ANSWERS'),
        name,
      ),
    ];
  }

  const asides = (cases: readonly AsideCase[]) => measureAsides(cases, language);
  return { privacy, crisis, withdraw, asides, ordinary };
}

const LABEL_OF: Record<string, Label> = {
  CALLS: 'withdraw-calls',
  SMS: 'withdraw-texts',
  RECORDING: 'withdraw-recording',
  AI_WRITING: 'withdraw-writing',
  SHARING: 'withdraw-sharing',
};
