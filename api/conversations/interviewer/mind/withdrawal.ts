import type { ConsentKind } from '../mind.ts';
import type { Channel } from '../request.ts';
import { bare, wish } from './clauses.ts';

const AGAIN =
  '(?: (?:again|any ?more|ever again|ever|here|at home|on this (?:phone|number)|please|now|from now on))*(?= ?(?:$|[.,!?;]|and|or|i ))';
const US = '(?: (?:me|us|this (?:number|phone|house)|here))?';

const CALLS = [
  new RegExp(`\\b(?:stop|quit) (?:calling|phoning|ringing)${US}${AGAIN}`),
  new RegExp(
    `(?<!\\b(?:i|we|they|you) )(?:don't|do not|never) (?:you )?(?:ever )?(?:call|phone|ring)(?: (?:me|us|this (?:number|phone|house)|here| back))+${AGAIN}`,
  ),
  /\bnever (?:call|phone|ring)(?: me| us)?(?: here)? (?:again|any ?more)/,
  /\bi (?:don't|do not) want (?:any more |any |these |your |more )(?:phone )?calls\b/,
  /\bi (?:don't|do not) want you to (?:call|phone|ring)(?: me| us| here)?(?= ?(?:$|[.,!?;]|any|again|ever))/,
  /\bno more (?:phone )?calls\b(?= ?(?:$|[.,!?;]|please|from you|to me))/,
];
const TEXTS = [
  new RegExp(
    `\\b(?:stop|quit) (?:texting|messaging|sending(?: me)? (?:these |those )?(?:texts|messages|text messages))${US}${AGAIN}`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they|you) )(?:don't|do not|never) (?:you )?(?:ever )?(?:text|message)(?: (?:me|us|this (?:number|phone)|here))+${AGAIN}`,
  ),
  /\b(?:don't|do not) send (?:me )?(?:any )?(?:more |these )?(?:texts|messages|text messages)\b/,
  /\bi (?:don't|do not) want (?:any more |any |these |your |more )(?:text messages|texts|messages)\b/,
  /\bno more (?:texts|messages|text messages)\b/,
];
const BOTH = [
  /\b(?:take|get|put) (?:me|us|my number|this number) off (?:of )?(?:your|the|this) list\b/,
  /\bremove (?:me|my number)(?: from (?:your|the|this) list)?(?= ?(?:$|[.,!?;]|please|now|from))/,
  /\b(?:stop|quit) (?:contacting|bothering|pestering|harassing) (?:me|us)\b/,
  /(?<!\b(?:i|we|they|you) )(?:don't|do not|never) (?:ever )?(?:contact|bother) (?:me|us)(?= ?(?:$|[.,!?;]|again|any|ever|please))/,
  /^(?:please )?(?:just )?leave me alone\b(?= ?(?:$|[.,!?;]|please|now))/,
  /\bno m[aá]s\b(?= ?(?:$|[.,!?;]|por favor|llamadas|mensajes))/,
  /^(?:unsubscribe|opt out|stop all|stopall)[.! ]*$/,
  /\bi (?:don't|do not) want to (?:do|be part of|take part in|be in) this(?: thing| project| any ?more| again| at all)*(?: any ?more| again| ever)\b/,
];
const ALL = [
  /\b(?:i )?(?:withdraw|revoke|take back|cancel) (?:all )?(?:of )?my (?:consent|permission|agreement)s?\b/,
  /\bi (?:don't|do not|no longer) (?:give (?:you )?(?:my )?)?(?:consent|permission)\b(?= ?(?:$|[.,!?;]|any|to (?:this|any)))/,
];
const RECORDING = [
  /\b(?:stop|quit) recording(?: (?:me|us|this|my voice|the call|now))*(?= ?(?:$|[.,!?;]|please))/,
  /(?<!\b(?:i|we|they) )(?:don't|do not) record (?:me|us|my voice|the call|this call|these calls|my calls)\b/,
  /\bi (?:don't|do not|won't) (?:want|like|wish|agree) (?:to be|being|to being|this (?:to be|being)|you to be|my voice(?: to be)?|the call (?:to be|being)) record(?:ed|ing)\b/,
  /\bi (?:don't|do not) want you (?:to record|recording)\b/,
  /\b(?:turn|switch) off (?:the|that|your) (?:recorder|recording)\b/,
];
const WRITING = [
  /\bi (?:don't|do not) want (?:a |the |any |this |some )?(?:computer|machine|ai|robot|you|evertold)(?: to)?(?: be)? writ(?:e|ing) (?:about me|my (?:story|life|book|biography)|anything|a book|any of)/,
  /(?<!\b(?:i|we|they) )(?:don't|do not|stop) writ(?:e|ing) (?:about me|my (?:story|life|book|biography)|the book|a book about me)\b/,
  /\bi (?:don't|do not) want (?:a|any|the|this|that) (?:book|biography)(?: written| made)?(?: about me| of me| of my life| any ?more)?(?= ?(?:$|[.,!?;]))/,
];
const SHARING = [
  /(?<!\b(?:i|we|they) )(?:don't|do not|stop) (?:share|sharing|show|showing) (?:my (?:stories|story|words|life|things|calls)|anything|everything|any of (?:it|this|what i say))\b/,
  /\bi (?:don't|do not) want (?:any ?one|anybody|my family|the family|my children|them|people)(?: else)?(?: to)? (?:read|reading|hear|hearing|see|seeing) (?:my (?:stories|story|words|calls)|anything|any of (?:it|this)(?: ever| at all))/,
];
const ERASE = [
  /\b(?:delete|erase|destroy|throw away|wipe) (?:everything|all (?:of )?(?:it|this|that|my (?:stories|words|data|recordings))|my (?:stories|data|recordings|words))\b/,
  /\bforget everything i(?:'ve| have)? (?:ever )?(?:said|told)\b/,
];

const KEYWORD = /^(?:stop|stop all|stopall|unsubscribe|cancel|end|quit|revoke|opt ?out|optout)$/;

/** Which consents the words take back. On SMS a bare keyword counts, as carriers have it. */
export function heardWithdrawal(said: string, channel: Channel): ConsentKind[] {
  const any = (patterns: RegExp[]) => patterns.some((pattern) => wish(said, pattern));
  if (any(ALL)) return ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'];
  const kinds = new Set<ConsentKind>();
  const both = any(BOTH);
  if (both || any(CALLS)) kinds.add('CALLS');
  if (both || any(TEXTS) || (channel === 'SMS' && KEYWORD.test(bare(said)))) kinds.add('SMS');
  if (any(RECORDING)) kinds.add('RECORDING');
  const erase = any(ERASE);
  if (erase || any(WRITING)) kinds.add('AI_WRITING');
  if (erase || any(SHARING)) kinds.add('SHARING');
  return [...kinds];
}
