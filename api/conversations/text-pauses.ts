/** How long is waited in a conversation by text. */
export const textPauses = {
  /** For another text, before those that came are answered as one telling. */
  betweenTextsMs: 40_000,
};
