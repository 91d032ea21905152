/** Waiting times in a conversation by text. */
export const textPauses = {
  /** How long to wait for another text before the received ones are answered together. */
  betweenTextsMs: 40_000,
};
