import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { Book, BookCard, BookFiles, BookPicture, BookVoice } from '#api/makings/content/book.ts';
import { drawCover } from './quote-card.ts';

type Epub = { book: Book; files: BookFiles; id: string; modifiedAt: Date };

/** Characters that XML forbids even when escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** Escapes a text for XML. */
export function escapeXml(text: string): string {
  return text.replace(notXml, '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const css = `body { font-family: serif; line-height: 1.5; }
h1, h2 { line-height: 1.2; }
p { margin: 0; }
p + p { text-indent: 1.4em; }
figure { margin: 1em 0; break-inside: avoid; }
img { max-width: 100%; }
.note, figcaption { font-family: sans-serif; font-size: 0.85em; text-indent: 0; }
blockquote { margin: 1em 0 1em 1.6em; font-style: italic; }
.voice { border-top: 1px solid; padding-top: 0.6em; margin: 1.4em 0; }
.hand { border-left: 2px dashed #2a527b; padding-left: 0.8em; margin: 1em 0; }
.cover { text-align: center; margin: 0; }
.cover img { max-height: 95vh; }
`;

/** The book as EPUB 3: XHTML pages and a table of contents in a ZIP. */
export async function buildEpub({ book, files, id, modifiedAt }: Epub): Promise<Buffer> {
  const contents = new Map<string, string | Uint8Array>([['book.css', css]]);
  const { [book.cover?.file ?? '']: picture, ...inside } = files;
  contents.set('cover.png', await drawCover(book, picture ? await toJpeg(picture) : null));
  for (const [name, content] of Object.entries(inside)) contents.set(asJpeg(name), await toJpeg(content));

  contents.set('cover.xhtml', page(book, book.title, 'cover', coverOf(book)));
  contents.set('title.xhtml', page(book, book.title, 'titlepage', titleOf(book)));
  book.chapters.forEach((chapter, at) => {
    const head = `<h1>${escapeXml(chapter.title)}</h1>${chapter.years ? `<p class="note">${escapeXml(chapter.years)}</p>` : ''}`;
    contents.set(
      chapterFile(at),
      page(
        book,
        chapter.title,
        'chapter',
        head + chapter.cards.map((card) => storyOf(card, book)).join('\n'),
      ),
    );
  });
  if (book.people.length)
    contents.set('people.xhtml', page(book, book.words.people, 'appendix', peopleOf(book)));
  contents.set('nav.xhtml', page(book, book.words.contents, 'frontmatter', navigationOf(book)));
  contents.set('book.opf', packageOf({ book, id, modifiedAt }, [...contents.keys()]));
  return zipped(contents, modifiedAt);
}

function page(book: Book, title: string, type: string, body: string): string {
  const language = escapeXml(book.language);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body epub:type="${type}">
${body}
</body>
</html>`;
}

function coverOf({ title }: Book): string {
  return `<p class="cover"><img src="cover.png" alt="${escapeXml(title)}"/></p>`;
}

function titleOf({ title, subtitle, dedication, imprint }: Book): string {
  const lines = imprint.map((line) => `<p class="note">${escapeXml(line)}</p>`).join('');
  return `<h1>${escapeXml(title)}</h1><p class="note">${escapeXml(subtitle)}</p>
${dedication ? `<p><em>${escapeXml(dedication)}</em></p>` : ''}
<div>${lines}</div>`;
}

function storyOf(card: BookCard, book: Book): string {
  const figuresAt = (place: number) =>
    card.pictures.filter(({ after }) => after === place).map((picture) => figureOf(picture));
  const paragraphs = card.paragraphs.map(({ text, byHand, quoted }) => {
    const words = quoted ? `<blockquote><p>${escapeXml(text)}</p></blockquote>` : `<p>${escapeXml(text)}</p>`;
    return byHand ? `<div class="hand">${words}</div>` : words;
  });
  const when = card.when ? `<p class="note">${escapeXml(card.when)}</p>` : '';
  return `<section id="${anchorOf(card)}"><h2>${escapeXml(card.title)}</h2>${when}${[...figuresAt(0), ...paragraphs.flatMap((words, i) => [words, ...figuresAt(i + 1)])].join('')}${card.voice ? linkOf(card.voice, book) : ''}</section>`;
}

function linkOf({ url, length }: BookVoice, { words }: Book): string {
  return `<p class="voice note"><a href="${escapeXml(url)}">${escapeXml(words.hear)}, ${escapeXml(length)}</a></p>`;
}

function figureOf({ file, alt, caption }: BookPicture): string {
  const below = caption ? `<figcaption>${escapeXml(caption)}</figcaption>` : '';
  return `<figure><img src="${asJpeg(file)}" alt="${escapeXml(alt)}"/>${below}</figure>`;
}

function peopleOf({ people, chapters, words }: Book): string {
  const cards = chapters.flatMap((chapter, at) => chapter.cards.map((card) => ({ card, at })));
  const rows = people.map(({ id, name, relationship }) => {
    const told = cards.filter(({ card }) => card.people.includes(id));
    const links = told.map(
      ({ card, at }) => `<a href="${chapterFile(at)}#${anchorOf(card)}">${escapeXml(card.title)}</a>`,
    );
    const is = relationship ? `<p class="note">${escapeXml(relationship)}</p>` : '';
    return `<section><h2>${escapeXml(name)}</h2>${is}<p class="note">${links.join(', ')}</p></section>`;
  });
  return `<h1>${escapeXml(words.people)}</h1>${rows.join('')}`;
}

function navigationOf({ chapters, people, words }: Book): string {
  const items = chapters.map((chapter, at) => {
    const stories = chapter.cards.map(
      (card) => `<li><a href="${chapterFile(at)}#${anchorOf(card)}">${escapeXml(card.title)}</a></li>`,
    );
    return `<li><a href="${chapterFile(at)}">${escapeXml(chapter.title)}</a><ol>${stories.join('')}</ol></li>`;
  });
  if (people.length) items.push(`<li><a href="people.xhtml">${escapeXml(words.people)}</a></li>`);
  return `<nav epub:type="toc" id="toc"><h1>${escapeXml(words.contents)}</h1><ol>${items.join('')}</ol></nav>`;
}

const mediaTypes: Record<string, string> = {
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  jpg: 'image/jpeg',
  png: 'image/png',
};

function packageOf({ book, id, modifiedAt }: Omit<Epub, 'files'>, names: readonly string[]): string {
  const language = escapeXml(book.language);
  const properties: Record<string, string> = {
    'nav.xhtml': ' properties="nav"',
    'cover.png': ' properties="cover-image"',
  };
  const items = names.map((name) => {
    const type = mediaTypes[name.slice(name.lastIndexOf('.') + 1)];
    return `<item id="${itemId(name)}" href="${name}" media-type="${type}"${properties[name] ?? ''}/>`;
  });
  const pages = names.filter((name) => name.endsWith('.xhtml') && name !== 'nav.xhtml');
  const order = [...pages.slice(0, 2), 'nav.xhtml', ...pages.slice(2)];
  const hasPictures = names.some((name) => name.endsWith('.jpg'));
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${escapeXml(book.title)}</dc:title>
<dc:creator>${escapeXml(book.teller.full)}</dc:creator>
<dc:language>${language}</dc:language>
<meta property="dcterms:modified">${modifiedAt.toISOString().replace(/\.\d+/, '')}</meta>
<meta property="schema:accessMode">textual</meta>
${hasPictures ? '<meta property="schema:accessMode">visual</meta>' : ''}
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>${items.join('')}</manifest>
<spine>${order.map((name) => `<itemref idref="${itemId(name)}"/>`).join('')}</spine>
</package>`;
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`;

async function zipped(contents: ReadonlyMap<string, string | Uint8Array>, mtime: Date): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  // Readers recognise an EPUB by its first entry, which must be uncompressed and without extra fields.
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', {
    compress: false,
    mtime,
    forceDosTimestamp: true,
  });
  zip.addBuffer(Buffer.from(container), 'META-INF/container.xml', { mtime });
  for (const [name, content] of contents) zip.addBuffer(Buffer.from(content), `EPUB/${name}`, { mtime });
  zip.end();
  return buffer(zip.outputStream);
}

async function toJpeg(picture: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture)
    .resize({ width: 1200, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer();
}

function asJpeg(file: string): string {
  return file.replace(/\.\w+$/, '.jpg');
}

function chapterFile(at: number): string {
  return `chapter-${at + 1}.xhtml`;
}

function anchorOf({ id }: BookCard): string {
  return `story-${id}`;
}

function itemId(name: string): string {
  return `item-${name.replace(/\W/g, '-')}`;
}
