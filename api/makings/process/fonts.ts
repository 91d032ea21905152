import { readFile } from 'node:fs/promises';
import { fromApart } from '#api/platform/apart.ts';

const literata = '@expo-google-fonts/literata';
const atkinson = '@expo-google-fonts/atkinson-hyperlegible-next';

/**
 * The typesetter and the card renderer need complete, static TrueType files; with WOFF2 and variable fonts they show no
 * text.
 */
export const faces = {
  serif: `${literata}/400Regular/Literata_400Regular.ttf`,
  serifItalic: `${literata}/400Regular_Italic/Literata_400Regular_Italic.ttf`,
  serifBold: `${literata}/600SemiBold/Literata_600SemiBold.ttf`,
  sans: `${atkinson}/400Regular/AtkinsonHyperlegibleNext_400Regular.ttf`,
  sansItalic: `${atkinson}/400Regular_Italic/AtkinsonHyperlegibleNext_400Regular_Italic.ttf`,
  sansBold: `${atkinson}/600SemiBold/AtkinsonHyperlegibleNext_600SemiBold.ttf`,
} as const;

export function readFace(face: keyof typeof faces): Promise<Buffer> {
  return readFile(fromApart.resolve(faces[face]));
}
