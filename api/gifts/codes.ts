import { hashOfPrintedCode, printedCodeOf } from '#api/platform/domain-values/printed-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** The code of a gift, computed for every letter and card. */
export function codeOf(giftId: string): string {
  return printedCodeOf('gift', giftId);
}

/** The hash by which a gift is found; the code may be typed with or without hyphens and in any case. */
export function hashOfCode(typed: string): string {
  return hashOfPrintedCode('gift', typed);
}

/** The address to open a gift. */
export function giftUrl(code: string): string {
  return `${publicUrl()}/gift/${code}/`;
}
