import type { Label } from '../labels.ts';

/** The words by which a language takes consents back. All patterns match plain text. */
export interface ConsentWords {
  plain: (text: string) => string;
  /** The words that name each consent. */
  names: readonly [Label, RegExp][];
  /** Words that allow something to go on: “calls are all right, but no texts”. */
  goesOn: RegExp;
  /** What the person asks for goes on: “text me your questions”, “as you've been doing”. */
  askedFor: RegExp;
  takenBack: RegExp;
  /** Marks where a sentence passes from one consent to another. */
  turns: RegExp;
  /** “And” at the start of a clause: what is only added to an allowance is allowed as well. */
  adds: RegExp;
  /** “Everything”, “the lot”: every consent, when none is named. */
  whole: RegExp;
  /** “I withdraw my agreement to everything, please confirm in writing”: everything, whatever else is named. */
  takesWhole: RegExp;
  /** “All but the calls”: what follows may go on. */
  except: RegExp;
  /** A summary after several names: “the calls, the tapes, the lot”. */
  lot: RegExp;
  /** Calls themselves, not only the device that receives them. */
  callsBeside: RegExp;
  /** A clause of time names no consent: “when you ring, I'd rather there was no recording”. Global. */
  whenever: RegExp;
  /** Sentences about others, about a possible future or a time of day: they take nothing back. */
  nothing: readonly RegExp[];
  /** “What I've just said” is about part of the story, not about sharing everything. */
  justSaid: RegExp;
  /** A member of the family may no longer read what was told. */
  endsSharing: RegExp;
  /** The person wants nothing more from us. */
  leaveAlone: RegExp;
  /** Words that carriers treat as a request to stop when they are the whole text, without politeness. */
  keyword: RegExp;
  /** Short words without politeness and fillers. */
  bare: (said: string) => string;
}

const EVERYTHING: Label[] = [
  'withdraw-calls',
  'withdraw-texts',
  'withdraw-recording',
  'withdraw-writing',
  'withdraw-sharing',
];

/** The most words of a summary of consents: “and the whole lot”. */
const MOST_SUMMARY = 4;

export function createConsentRules(words: ConsentWords) {
  const { plain } = words;

  function goesOn(clause: string): boolean {
    return (words.goesOn.test(clause) || words.askedFor.test(clause)) && !words.takenBack.test(clause);
  }

  function namesIn(said: string): Label[] {
    const clause = said.replace(words.whenever, ' ');
    return words.names.flatMap(([label, named]) => (named.test(clause) ? [label] : []));
  }

  /** Whether a clause that takes back, or is hardly more than these words, sums up what was named. */
  function sumsUp(said: string): boolean {
    return said
      .split(words.turns)
      .some(
        (clause) =>
          words.lot.test(clause) &&
          (words.takenBack.test(clause) || clause.trim().split(' ').length <= MOST_SUMMARY),
      );
  }

  return {
    /** The consents that a withdrawing sentence names. A clause that allows something to go on names none. */
    consentsNamedIn(sentence: string): Label[] {
      const said = plain(sentence);
      const whole = said.match(words.whole);
      if (whole) {
        const [taken = '', ...kept] = said.split(words.except);
        const left = kept.length > 0 && words.whole.test(taken) ? namesIn(kept.join(' ')) : [];
        if (left.length > 0) return EVERYTHING.filter((label) => !left.includes(label));
      }
      if (words.takesWhole.test(said) && !said.split(words.turns).some(goesOn)) return EVERYTHING;
      const labels = new Set<Label>();
      let wasGoingOn = false;
      for (const clause of said.split(words.turns)) {
        // “You can write it up, and let them read it”: a clause that is only added allows its part as well.
        wasGoingOn =
          goesOn(clause) || (wasGoingOn && words.adds.test(clause) && !words.takenBack.test(clause));
        if (wasGoingOn) continue;
        for (const label of namesIn(clause)) labels.add(label);
      }
      // “No more texts, my phone buzzes in church”: the phone is only where the texts arrive.
      if (labels.has('withdraw-texts') && !words.callsBeside.test(said)) labels.delete('withdraw-calls');
      const isEvery = labels.size === 0 || (labels.size > 1 && sumsUp(said));
      return isEvery && whole && words.takenBack.test(said) ? EVERYTHING : [...labels];
    },

    /** Whether a sentence names a consent together with words that take something back. */
    takesConsentBack(sentence: string): boolean {
      const said = plain(sentence);
      return words.takenBack.test(said) && namesIn(said).length > 0;
    },

    /** Whether a sentence withholds only what was just told, not everything. */
    keepsBackWhatWasSaid: (sentence: string) => words.justSaid.test(plain(sentence)),

    /** Whether a member of the family may no longer read what was told. */
    endsSharing: (sentence: string) => words.endsSharing.test(plain(sentence)),

    /** Whether a sentence speaks of others or of a possible future, and withdraws nothing. */
    takesNothingBack(sentence: string): boolean {
      const said = plain(sentence);
      return words.nothing.some((pattern) => pattern.test(said));
    },

    /** Whether a sentence only says what may go on. */
    letsGoOn: (sentence: string) => goesOn(plain(sentence)),

    /** Whether the person wants nothing more from us, neither calls nor texts. */
    wantsToBeLeftAlone: (sentence: string) => words.leaveAlone.test(plain(sentence)),

    /** Whether a text is only a keyword that makes carriers stop messages. */
    isStopKeyword: (text: string) => words.keyword.test(words.bare(plain(text))),
  };
}
