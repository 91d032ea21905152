import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';

/** The words to which people agree, in one language. */
export type Wording = { kind: ConsentKind; version: number; language: Language; text: string };
