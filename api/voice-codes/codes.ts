import { hashOfPrintedCode, printedCodeOf } from '#api/platform/domain-values/printed-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** The printed code of a story: the same in every printing, whatever the story says by then. */
export function voiceCodeOf(cardId: string): string {
  return printedCodeOf('voice', cardId);
}

/** The hash by which a code is found; it may be typed with or without hyphens and in any case. */
export function hashOfVoiceCode(typed: string): string {
  return hashOfPrintedCode('voice', typed);
}

/** The address that a code opens. */
export function voiceCodeUrl(code: string): string {
  return `${publicUrl()}/listen/${code}`;
}
