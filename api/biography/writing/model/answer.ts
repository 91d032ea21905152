import { findMentions, finish, withEvidence } from '#api/biography/writing/compose.ts';
import { readConversation, unsettledFindings } from '#api/biography/writing/composing/conversation.ts';
import { draftCards } from '#api/biography/writing/composing/drafts.ts';
import { findFindings } from '#api/biography/writing/composing/findings.ts';
import { conversationTitle, summaryOf } from '#api/biography/writing/composing/summary.ts';
import type { ModelOutput } from '#api/biography/writing/model/output.ts';
import { labelMessages, printRequest } from '#api/biography/writing/model/prompt.ts';
import { type CheckedOutput, checkOutput } from '#api/biography/writing/model/reading.ts';
import type { WriteRequest, Written } from '#api/biography/writing/writer.ts';

/** The request as a model reads it: everything that it may know. */
export function printConversation(request: WriteRequest): string {
  return printRequest(request, labelMessages(readConversation(request)));
}

/** Checks a model's answer and keeps only the supported parts. */
export function checkAnswer({
  request,
  output,
}: {
  request: WriteRequest;
  output: ModelOutput;
}): CheckedOutput {
  const conversation = readConversation(request);
  return checkOutput(output, conversation, labelMessages(conversation));
}

/**
 * Makes cards from the supported parts of a model's answer, as the built-in writer does from a
 * conversation.
 */
export function assembleAnswer({
  request,
  checked,
  writer,
}: {
  request: WriteRequest;
  checked: CheckedOutput;
  writer: string;
}): Omit<Written, 'refusals'> {
  const conversation = readConversation(request);
  const found = findMentions(conversation);
  const cards = finish(draftCards(withEvidence(conversation), checked.units, found));
  return {
    title: checked.title ?? conversationTitle(cards, request.subject.language),
    summary: checked.summary ?? summaryOf(request, cards),
    cards,
    amendments: conversation.amendments,
    ...found,
    findings: [...findFindings(request, cards), ...unsettledFindings(conversation)],
    writer,
  };
}
