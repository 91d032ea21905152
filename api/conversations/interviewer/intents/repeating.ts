const MEANINGFUL = /[\p{L}]{4,}/gu;
/** Only this many of the latest utterances are compared. */
const MOST_EARLIER = 30;

/** Whether the words mostly repeat something said before in this conversation. */
export function repeats(utterance: string, earlier: readonly string[]): boolean {
  const words = new Set(utterance.slice(0, 4000).toLowerCase().match(MEANINGFUL));
  if (words.size < 8) return false;
  return earlier.slice(-MOST_EARLIER).some((text) => {
    const before = new Set(text.slice(0, 4000).toLowerCase().match(MEANINGFUL));
    const shared = [...words].filter((word) => before.has(word)).length;
    return shared / words.size >= 0.7 && shared / before.size >= 0.5;
  });
}
