const abbreviated = /(?:^|\s)(?:Mr|Mrs|Ms|Dr|St|Sr|Jr|Prof|Rev|[A-Z])\.\s*$/;

/** Splits text into sentences with the space after them; “Mrs.” does not end one. */
export function sentencesOf(text: string): string[] {
  const pieces = text.match(/[^.!?]+(?:[.!?]+["”’]?\s*|$)|[.!?]+\s*/g) ?? [text];
  const sentences: string[] = [];
  for (const piece of pieces) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviated.test(last)) sentences[sentences.length - 1] = last + piece;
    else sentences.push(piece);
  }
  return sentences;
}

/** The least part of the room that a beginning fills. */
const LEAST_SHARE = 1 / 3;

/** The beginning of a story: as many whole sentences of its first paragraph as fit. */
export function openingOf(body: string, most: number): string {
  const [first = ''] = body.trim().split(/\n\s*\n/);
  let words = '';
  for (const sentence of sentencesOf(first)) {
    // "Madeira." alone says too little: the sentence after it is cut instead.
    if (words.length >= most * LEAST_SHARE && words.length + sentence.length > most) break;
    words += sentence;
  }
  if (words.length <= most * 1.5) return words.trim();
  return `${words.slice(0, most).replace(/\s+\S*$/, '')} …`;
}
