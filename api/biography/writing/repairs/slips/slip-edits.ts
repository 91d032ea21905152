import type { Edit } from '../edited-text.ts';
import { fitReplacement } from '../fit-replacement.ts';
import type { Place, Slip } from './find-slips.ts';

type Texts = ReadonlyMap<string, string>;

/** The edits that print the right value in the place of the wrong one and leave the remark out, by message. */
export function editsOfSlip({ right, wrong, remarks }: Slip, texts: Texts): Map<string, Edit[]> {
  const edits = new Map<string, Edit[]>();
  const add = (messageId: string, edit: Edit) =>
    edits.set(messageId, [...(edits.get(messageId) ?? []), edit]);
  const around = remarks.find((remark) => holds(remark, right)) ?? right;
  const by = { source: around, value: right };
  for (const place of wrong) {
    const text = texts.get(place.messageId) ?? '';
    const value = { text: casedFor(place, right, texts), kind: 'NAME' as const };
    add(place.messageId, { ...fitReplacement(place, value, text), by, isSlip: false });
  }
  for (const remark of remarks)
    add(remark.messageId, {
      ...removeRemark(remark, texts.get(remark.messageId) ?? ''),
      by: null,
      isSlip: false,
    });
  return edits;
}

/** "Fourteen" at the start of a sentence is "fourteen" in the middle of another, and the other way round. */
function casedFor(wrong: Place, right: Place, texts: Texts): string {
  const text = textAt(right, texts);
  const first = text.charAt(0);
  if (startsSentence(wrong, texts) && /^\p{Lu}/u.test(textAt(wrong, texts)))
    return first.toUpperCase() + text.slice(1);
  const isLow = /^\p{Ll}/u.test(textAt(wrong, texts));
  return isLow && startsSentence(right, texts) ? first.toLowerCase() + text.slice(1) : text;
}

/** The edit that leaves a remark out, with the marks that only it needs. Marks that open what follows stay. */
function removeRemark({ start, end }: Place, text: string): Pick<Edit, 'start' | 'end' | 'text'> {
  const marksBefore = text.slice(0, start).match(/[.!?…,;:—–-]*["”’)]*\s{0,2}$/)?.[0] ?? '';
  const marksAfter = text.slice(end).match(/^[.!?…,;:—–]*["”’)]*(?:\s(?!\s\s))*/)?.[0] ?? '';
  const kept = start - marksBefore.length;
  const isWhole = /[.!?…]/.test(marksBefore) || kept === 0;
  const isEnd = /[.!?…]/.test(marksAfter) || end + marksAfter.length === text.length;
  // "… in 1959." stays whole before "No, 1961. Then …".
  if (isWhole && isEnd) return { start, end: end + marksAfter.length, text: ' ' };
  if (isWhole) return { start, end: end + marksAfter.length, text: '\n' };
  const goesOn = /^\s*(?:i|we|he|she|they|it|you)\b/i.test(text.slice(end)) && marksAfter.trim() === '';
  return { start: kept, end: goesOn ? end + marksAfter.length : end, text: goesOn ? '\n' : '' };
}

function startsSentence({ messageId, start }: Place, texts: Texts): boolean {
  return /(?:^|[.!?…\n]["”')]*)\s*["“'(]*$/.test((texts.get(messageId) ?? '').slice(0, start));
}

function textAt({ messageId, start, end }: Place, texts: Texts): string {
  return (texts.get(messageId) ?? '').slice(start, end);
}

function holds(outer: Place, inner: Place): boolean {
  return outer.messageId === inner.messageId && outer.start <= inner.start && inner.end <= outer.end;
}
