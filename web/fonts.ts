import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

/**
 * Subsets the fonts to what the design uses: the characters of the supported languages, and the weights and optical
 * sizes in use. Run by hand (`npm run fonts`) when the design needs more; the result is committed.
 */
type Face = {
  family: string;
  /** The file name prefix in its package. */
  file: string;
  axis: string;
  style: 'normal' | 'italic';
  axes: Record<string, Range> & { wght: Range };
};
type Range = { min: number; max: number; default: number };

const sans = { wght: { min: 400, max: 700, default: 400 } };
// Titles use weight 480, all other text 400; sizes range from 16 to 48 pixels. No title is italic.
const sizes = { min: 16, max: 48, default: 16 };
const book = { wght: { min: 400, max: 500, default: 400 }, opsz: sizes };
const slanted = { wght: { min: 400, max: 400, default: 400 }, opsz: sizes };
const faces: Face[] = (['normal', 'italic'] as const).flatMap((style) => [
  {
    family: 'Atkinson Hyperlegible Next',
    file: 'atkinson-hyperlegible-next',
    axis: 'wght',
    style,
    axes: sans,
  },
  { family: 'Literata', file: 'literata', axis: 'opsz', style, axes: style === 'italic' ? slanted : book },
]);
faces.push({
  family: 'Atkinson Hyperlegible Mono',
  file: 'atkinson-hyperlegible-mono',
  axis: 'wght',
  style: 'normal',
  axes: sans,
});

/** Loaded with the page. Includes the commonest accented letters, since letters of two files are not kerned. */
const first = set(
  /[ -~]/u,
  /[\u00a0¡¢£¥§©«°·»¼½¾¿×÷€‘’“”‚„–—…•′″←↑→↓−]/u,
  /[ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœ]/u,
);
/** Loaded by a page that contains one of them: the remaining Latin letters. Other scripts use system fonts. */
const more = set(/[\u0100-\u0151\u0154-\u024f\u1e00-\u1eff]/u);

const web = dirname(fileURLToPath(import.meta.url));
const rules: string[] = [];

for (const face of faces) {
  await subsetFace(face, 'latin', first);
  await subsetFace(face, 'latin-ext', more);
}

/** Fallback fonts for the book face, with adjusted metrics so that nothing moves when it loads. */
const standIns = [
  '@font-face { font-family: "Literata by Georgia"; src: local("Georgia"); size-adjust: 105.8%; ascent-override: 111.2%; descent-override: 29.1%; line-gap-override: 0%; }',
  '@font-face { font-family: "Literata by Times"; src: local("Times New Roman"), local("Liberation Serif"); size-adjust: 116.1%; ascent-override: 101.4%; descent-override: 26.5%; line-gap-override: 0%; }',
];
await writeFile(
  join(web, 'app/fonts/fonts.css'),
  `/* Made by web/fonts.ts. */\n${[...rules, ...standIns].join('\n')}\n`,
);

async function subsetFace(
  { family, file, axis, style, axes }: Face,
  writing: string,
  wanted: string,
): Promise<void> {
  const name = `${file}-${writing}-${style}.woff2`;
  const source = join(
    web,
    `../node_modules/@fontsource-variable/${file}/files/${file}-${writing}-${axis}-${style}.woff2`,
  );
  const subsetted = await subset(await readFile(source), wanted, {
    targetFormat: 'woff2',
    noHinting: true,
    variationAxes: axes,
  });
  await writeFile(join(web, 'app/fonts', name), subsetted);
  process.stdout.write(`${name}: ${(subsetted.length / 1024).toFixed(1)} KiB\n`);
  rules.push(
    `@font-face { font-family: "${family}"; src: url(./${name}) format("woff2"); font-weight: ${axes.wght.min} ${axes.wght.max};${style === 'italic' ? ' font-style: italic;' : ''} font-display: swap; unicode-range: ${ranges(wanted)}; }`,
  );
}

/** All characters below U+FFFF that match one of these patterns. */
function set(...matching: RegExp[]): string {
  return Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
    .filter((each) => matching.some((some) => some.test(each)))
    .join('');
}

/** A CSS unicode-range: U+20-7E, and so on. */
function ranges(characters: string): string {
  const codes = Array.from(characters, (each) => each.charCodeAt(0));
  return codes
    .filter((code) => !codes.includes(code - 1))
    .map((from) => {
      let to = from;
      while (codes.includes(to + 1)) to++;
      return `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ''}`;
    })
    .join(',');
}
