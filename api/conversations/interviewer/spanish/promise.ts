import type { TurnRequest } from '../request.ts';
import { listOf } from './people.ts';

/** More names than these are counted. */
const mostNames = 3;

/** Promises who may read the last words: what is stored, and no more. Null where it is nobody else. */
export function promiseOf({ keptFor }: TurnRequest): string | null {
  if (!keptFor || keptFor === 'UNSURE') return null;
  if (keptFor.kind === 'AFTER_DEATH')
    return 'Nadie más puede leer eso mientras usted viva. Después, su familia sí.';
  if (keptFor.kind === 'UNTIL')
    return `Nadie más puede leer eso antes ${/^\d{4}$/.test(keptFor.until) ? 'de' : 'del'} ${keptFor.until}. Después, su familia sí.`;
  const { names } = keptFor;
  if (names.length > mostNames)
    return `Solo usted y ${names.length} personas de su familia pueden leer eso. No va en el libro.`;
  return `Solo ${listOf(names)} ${names.length > 1 ? 'pueden' : 'puede'} leer eso. No va en el libro.`;
}
