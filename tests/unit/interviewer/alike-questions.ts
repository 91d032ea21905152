import { normalise } from '#api/conversations/interviewer/words.ts';

/** The keys of questions that share most of their longer words. */
export function alikeQuestions(bank: readonly { key: string; text: string }[]): string[] {
  const words = bank.map(({ key, text }) => ({
    key,
    set: new Set(
      normalise(text)
        .split(' ')
        .filter((word) => word.length > 3),
    ),
  }));
  return words.flatMap((one, at) =>
    words.slice(at + 1).flatMap((other) => {
      const shared = [...one.set].filter((word) => other.set.has(word)).length;
      return shared / new Set([...one.set, ...other.set]).size > 0.6 ? [`${one.key} ~ ${other.key}`] : [];
    }),
  );
}
