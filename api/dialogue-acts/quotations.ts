/** The marks that end a quotation, by the mark that begins it. */
const CLOSED_BY: Record<string, string> = { '"': '"', '“': '”"', '«': '»', "'": "'’", '‘': "’'" };
const MARK = /["“”«»'‘’]/g;
/** A mark without its pair opens nothing that is longer. */
const LONGEST = 400;

/** A range of an utterance: UTF-16 offsets, end excluded. */
type Range = { start: number; end: number };

/**
 * The quotations in an utterance, with their marks. An apostrophe also looks like a single quotation mark, so that one
 * ends a quotation only after punctuation.
 */
export function quotationsIn(utterance: string): Range[] {
  const found: Range[] = [];
  let open = null as { start: number; closedBy: string } | null;
  for (const { 0: mark, index } of utterance.matchAll(MARK)) {
    const isAfterWord = /[\p{L}\p{N}.,!?…—–-]/u.test(utterance[index - 1] ?? '');
    const isBeforeWord = /[\p{L}\p{N}¿¡…]/u.test(utterance[index + 1] ?? '');
    const endsSpeech = !"'’".includes(mark) || /[.,!?…]/.test(utterance[index - 1] ?? '');
    if (open?.closedBy.includes(mark) && isAfterWord && !isBeforeWord && endsSpeech) {
      if (index - open.start <= LONGEST) found.push({ start: open.start, end: index + 1 });
      open = null;
    } else if (!isAfterWord && isBeforeWord && mark in CLOSED_BY)
      open = { start: index, closedBy: CLOSED_BY[mark] as string };
  }
  return found;
}
