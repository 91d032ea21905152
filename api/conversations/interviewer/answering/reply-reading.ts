import type { Heard } from '../mind.ts';

/** What a reply does to the question: it answers it, declines it, or neither. */
export type Reply = 'ANSWERS' | 'DECLINES' | 'PUTS_OFF';

/** How answers to the family's questions are recognised in one language. */
export interface Replies {
  readReply(question: string, words: string, heard: Heard): Reply;
  /** Whether the words come back to an earlier question: “it’s come to me”. */
  returns(words: string): boolean;
  /** A test whether what was told answers a question that was not just asked. */
  answersIn(told: string): (question: string, asked: { wasPut: boolean }) => boolean;
}
