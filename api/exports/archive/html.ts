import { bookWords, printedChapter } from '#api/biography/book-words.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type { Small } from './json.ts';
import { type PageWords, pageWords } from './page-words.ts';
import { readCards, readConversations, readMessages } from './read.ts';

/** Escapes a text for HTML, also for attribute values. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const css = `
:root { color-scheme: light dark; --ink: #14211d; --quiet: #4a5752; --leaf: #fff; --rule: #ccd6d1; --cloth: #123f37; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eeeb; --quiet: #a9b8b1; --leaf: #121a17; --rule: #33413b; } }
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem; background: var(--leaf); color: var(--ink); font: 1.125rem/1.6 Georgia, serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; } a { color: inherit; }
nav, .note, label, input, figcaption, li .kind { font-family: Verdana, sans-serif; font-size: .9rem; }
.note, figcaption { color: var(--quiet); } input { width: 100%; box-sizing: border-box; padding: .7rem; font-size: 1rem; }
img, video { max-width: 100%; height: auto; } audio { width: 100%; } figure { margin: 1.5rem 0; }
blockquote { margin: 1rem 0 1rem 1.6rem; font-style: italic; }
.hand { border-left: 2px dashed #2a527b; padding-left: .8rem; } hr { border: 0; border-top: 1px solid var(--rule); margin: 2rem 0; }
dt { font-weight: bold; margin-top: 1rem; } dd { margin: 0; }
.hear { display: inline-block; min-width: 1.5rem; padding: 0 .2rem; color: var(--quiet); font-size: .8rem; text-align: center; text-decoration: none; }
.hear[data-playing] { color: inherit; outline: 2px solid; border-radius: .2rem; }`;

function page(title: string, language: string, body: string): [before: string, after: string] {
  return [
    `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${css}</style></head><body><main>
${body}`,
    '</main></body></html>\n',
  ];
}

export type MediaFile = {
  id: string;
  file: string | null;
  contentType: string;
  title: string | null;
  caption: string | null;
  happened: string | null;
  cardId: string | null;
  /** The paragraph of the story after which it is shown; null for below the story. */
  afterParagraph: number | null;
};

/** `index.html`: the whole book with its files, and a full-text search. */
export async function* writeIndex(
  subjectAccess: SubjectAccess,
  { subject, chapters, people, consents, members }: Small,
  media: readonly MediaFile[],
  { books, missing }: { books: readonly string[]; missing: readonly string[] },
): AsyncGenerator<string> {
  const words = pageWords(subject.language);
  const { date } = bookWords(subject.language);
  const born = [subject.birthPlace, subject.birthDate && date(subject.birthDate)].filter(Boolean).join(', ');
  const [before, after] = page(
    words.bookOf(subject.preferredName),
    subject.language,
    `<h1>${escapeHtml(subject.fullName)}</h1>${born ? `<p class="note">${escapeHtml(born)}</p>` : ''}
<nav><p>${[...books.map((file) => `<a href="${file}">${file.endsWith('pdf') ? words.printed : words.eBook}</a>`), `<a href="conversations.html">${words.conversations}</a>`, `<a href="README.txt">${words.whatIsHere}</a>`].join(' · ')}</p></nav>
${missing.length ? `<p>${escapeHtml(words.booksMissing(missing))}</p>` : ''}
<label for="search">${words.search}</label>
<input id="search" type="search" autocomplete="off"><p class="note" id="count" role="status" data-one="${words.onePlace}" data-many="${words.places}"></p><ol id="found"></ol><hr>`,
  );
  yield before;
  const titles = new Map(
    chapters.map((chapter) => [chapter.id, printedChapter(bookWords(subject.language), chapter)]),
  );
  const byId = new Map(media.map((each) => [each.id, each]));
  const names = new Map(people.map((person) => [person.id, person.name]));
  const stories: { id: string; chapterId: string; title: string }[] = [];
  for (const { id } of chapters)
    for await (const story of readStories(subjectAccess, id)) stories.push(story);
  for (const { id: chapterId } of chapters) {
    const own = stories.filter((story) => story.chapterId === chapterId);
    if (!own.length) continue;
    yield `<h2>${escapeHtml(titles.get(chapterId) ?? '')}</h2><ul>${own.map((story) => `<li><a href="#story-${story.id}">${escapeHtml(story.title)}</a></li>`).join('')}</ul>`;
  }
  for (const { id: chapterId } of chapters) {
    if (!stories.some((story) => story.chapterId === chapterId)) continue;
    yield `<hr><h2>${escapeHtml(titles.get(chapterId) ?? '')}</h2>`;
    for await (const card of readCards(subjectAccess, chapterId)) {
      if (!card.sentences.length) continue;
      const when = [card.happened && date(card.happened), card.place].filter(Boolean).join(', ');
      const status = card.status === 'PUBLISHED' ? '' : card.status === 'DRAFT' ? words.draft : words.hidden;
      const facts = [when, card.personIds.flatMap((id) => names.get(id) ?? []).join(', '), status].filter(
        Boolean,
      );
      yield `<section id="story-${card.id}"><h3>${escapeHtml(card.title)}</h3>
${facts.length ? `<p class="note">${escapeHtml(facts.join(' · '))}</p>` : ''}${wordsAndFiguresOf(
  card.sentences,
  card.mediaIds.flatMap((id) => byId.get(id) ?? []),
  subject.language,
)}${heartsOf(card)}${remarksOf(card, words)}</section>`;
    }
  }
  const loose = media.filter(({ cardId }) => cardId === null);
  if (loose.length)
    yield `<hr><h2>${words.keepsakes}</h2>${loose.map((file) => figureOf(file, subject.language)).join('')}`;
  yield `<hr><h2>${words.family}</h2><ul>${members.map((member) => `<li>${escapeHtml(member.name)}${member.relationship ? `, ${escapeHtml(member.relationship)}` : ''}</li>`).join('')}</ul>`;
  yield `<h2>${escapeHtml(words.agreedTo(subject.preferredName))}</h2><ol>${consents.map(({ kind, status, at, wording }) => `<li>${words.consents[kind]}: ${status === 'GRANTED' ? words.granted : words.withdrawn}, ${at.slice(0, 10)}<br><span class="note">${escapeHtml(wording)}</span></li>`).join('')}</ol>`;
  yield `<script src="search.js"></script><script>${searchScript}${hearScript}</script>${after}`;
}

async function* readStories(subjectAccess: SubjectAccess, chapter: string) {
  for await (const { id, chapterId, title, sentences } of readCards(subjectAccess, chapter))
    if (sentences.length) yield { id, chapterId, title };
}

type PrintedSentence = {
  paragraph: number;
  text: string;
  sources: { sound?: WordsSound | undefined }[];
  quoted?: boolean | undefined;
};

type WordsSound = { file: string; startMs: number; endMs: number };

/** The paragraphs of a story, with its files where the family placed them, and the others below. */
function wordsAndFiguresOf(
  sentences: readonly PrintedSentence[],
  files: readonly MediaFile[],
  language: string,
): string {
  const paragraphs = paragraphsOf(sentences, pageWords(language));
  const at = ({ afterParagraph }: MediaFile) => Math.min(afterParagraph ?? Infinity, paragraphs.length);
  const figuresAt = (place: number) =>
    files.filter((file) => at(file) === place).map((file) => figureOf(file, language));
  return [...figuresAt(0), ...paragraphs.flatMap((words, i) => [words, ...figuresAt(i + 1)])].join('\n');
}

function paragraphsOf(sentences: readonly PrintedSentence[], page: PageWords): string[] {
  return [...Map.groupBy(sentences, ({ paragraph }) => paragraph).values()].map((own) => {
    const byHand = own.every(({ sources }) => sources.length === 0);
    const words = `<p${byHand ? ' class="hand"' : ''}>${own.map((sentence) => sentenceOf(sentence, page)).join(' ')}</p>`;
    return own.some(({ quoted }) => quoted) ? `<blockquote>${words}</blockquote>` : words;
  });
}

function sentenceOf({ text, sources }: PrintedSentence, page: PageWords): string {
  return `${escapeHtml(text)}${hearOf(
    text,
    sources.flatMap(({ sound }) => sound ?? []),
    page,
  )}`;
}

/** A link that plays the seconds of some words; `hearScript` plays several stretches in turn, and stops at their end. */
function hearOf(text: string, sounds: readonly WordsSound[], page: PageWords, folder = ''): string {
  const [first] = sounds;
  if (!first) return '';
  const stretches = sounds.map(({ file, startMs, endMs }) => [
    `${folder}${file}`,
    startMs / 1000,
    endMs / 1000,
  ]);
  const href = `${folder}${first.file}#t=${first.startMs / 1000},${first.endMs / 1000}`;
  return ` <a class="hear" href="${href}" data-hear="${escapeHtml(JSON.stringify(stretches))}" aria-label="${escapeHtml(page.hear(beginningOf(text)))}">▶\uFE0E</a>`;
}

function beginningOf(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, text.lastIndexOf(' ', 60))} …`;
}

function heartsOf({ hearts = [] }: { hearts?: string[] | undefined }): string {
  if (!hearts.length) return '';
  return `<p class="note">♥ ${escapeHtml(hearts.join(', '))}</p>`;
}

function remarksOf({ remarks = [] }: { remarks?: Remark[] | undefined }, words: PageWords): string {
  if (!remarks.length) return '';
  const items = remarks.map(
    ({ author, createdAt, text }) =>
      `<li><b>${escapeHtml(author ?? words.whoHasLeft)}</b> <span class="note">${createdAt.slice(0, 10)}</span><br>${escapeHtml(text)}</li>`,
  );
  return `<h4>${words.remarks}</h4><ul>${items.join('')}</ul>`;
}

type Remark = { author: string | null; createdAt: string; text: string };

function figureOf({ file, contentType, title, caption, happened }: MediaFile, language: string): string {
  if (!file) return '';
  const said = [title, happened && bookWords(language).date(happened), caption].filter(Boolean).join(' · ');
  const alt = escapeHtml(said);
  const shown = contentType.startsWith('image/')
    ? `<img loading="lazy" src="${file}" alt="${alt}">`
    : contentType.startsWith('audio/')
      ? `<audio controls preload="none" src="${file}"></audio>`
      : contentType.startsWith('video/')
        ? `<video controls preload="none" src="${file}"></video>`
        : `<a href="${file}">${alt || file}</a>`;
  return `<figure>${shown}${said ? `<figcaption>${alt}</figcaption>` : ''}</figure>`;
}

/** `conversations.html`: every conversation, with a link to its page. */
export async function* writeConversationList(
  subjectAccess: SubjectAccess,
  { subject }: Small,
): AsyncGenerator<string> {
  const words = pageWords(subject.language);
  const [before, after] = page(
    words.conversations,
    subject.language,
    `<p><a href="index.html">${words.toBook}</a></p><h1>${words.conversations}</h1><ol>`,
  );
  yield before;
  for await (const { id, title, startedAt } of readConversations(subjectAccess))
    yield `<li><a href="conversations/${id}.html">${escapeHtml(title ?? words.conversation)}</a> <span class="note">${startedAt?.slice(0, 10) ?? ''}</span></li>`;
  yield `</ol>${after}`;
}

/** The page of one conversation. */
export async function* writeConversation(
  subjectAccess: SubjectAccess,
  { subject }: Small,
  {
    id,
    title,
    startedAt,
    recording,
    channel,
  }: {
    id: string;
    title: string | null;
    startedAt: string | null;
    recording: { file: string } | null;
    channel: string;
  },
): AsyncGenerator<string> {
  const words = pageWords(subject.language);
  const [before, after] = page(
    title ?? words.conversation,
    subject.language,
    `<p><a href="../conversations.html">${words.allConversations}</a></p><h1>${escapeHtml(title ?? words.conversation)}</h1>
<p class="note">${startedAt?.slice(0, 10) ?? ''}</p>${recording ? `<audio controls preload="none" src="../${recording.file}"></audio>` : ''}<dl>`,
  );
  yield before;
  const otherSpeaker = channel === 'RECORDING' ? words.somebodyElse : 'Evertold';
  for await (const { id: messageId, role, text, sound } of readMessages(subjectAccess, id)) {
    const who = role === 'user' ? escapeHtml(subject.preferredName) : otherSpeaker;
    yield `<dt id="m-${messageId}">${who}</dt><dd>${text === null ? `<span class="note">${words.isPrivate}</span>` : `${escapeHtml(text)}${hearOf(text, sound ? [sound] : [], words, '../')}`}</dd>`;
  }
  yield `</dl><script>${hearScript}</script>${after}`;
}

/** `search.js`: the search index as a script, because a page without a server can't read other files. */
export async function* writeSearch(subjectAccess: SubjectAccess, { subject }: Small): AsyncGenerator<string> {
  const words = pageWords(subject.language);
  yield 'window.searchEntries = [\n';
  for await (const { id, title, sentences } of readCards(subjectAccess))
    if (sentences.length)
      yield entry(words.story, `index.html#story-${id}`, title, sentences.map(({ text }) => text).join(' '));
  for await (const { id, title, startedAt } of readConversations(subjectAccess))
    for await (const message of readMessages(subjectAccess, id))
      if (message.text !== null)
        yield entry(
          words.conversation,
          `conversations/${id}.html#m-${message.id}`,
          title ?? startedAt?.slice(0, 10) ?? words.conversation,
          message.text,
        );
  yield '];\n';
}

/** In a separate script file, only line separators need escaping, because old scripts don't allow them in strings. */
function entry(kind: string, href: string, title: string, text: string): string {
  return `${JSON.stringify([kind, href, title, text]).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')},\n`;
}

const searchScript = `
const field = document.getElementById('search'), found = document.getElementById('found'), count = document.getElementById('count');
const plain = (text) => text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase();
const entries = (window.searchEntries || []).map(([kind, href, title, text]) => ({ kind, href, title, text, plain: plain(title + ' ' + text) }));
field.addEventListener('input', () => {
  const words = plain(field.value).split(/\\s+/).filter(Boolean);
  const hits = words.length ? entries.filter((entry) => words.every((word) => entry.plain.includes(word))) : [];
  count.textContent = words.length ? (hits.length === 1 ? count.dataset.one : hits.length + ' ' + count.dataset.many) : '';
  found.replaceChildren(...hits.slice(0, 100).map(({ kind, href, title, text }) => {
    const item = document.createElement('li'), link = document.createElement('a'), part = document.createElement('p');
    link.href = href; link.textContent = title; part.className = 'note';
    const at = Math.max(0, plain(text).indexOf(words[0]) - 60);
    part.textContent = kind + ': ' + (at ? '…' : '') + text.slice(at, at + 200);
    item.append(link, part);
    return item;
  }));
});
`;

const hearScript = `
const player = new Audio();
let queue = [], link = null;
function stop() { player.pause(); queue = []; if (link) delete link.dataset.playing; link = null; }
async function next() {
  const stretch = queue.shift();
  if (!stretch) return stop();
  const [file, from, to] = stretch, url = new URL(file, location.href).href, own = link;
  if (player.src !== url) { player.src = url; await new Promise((ready) => player.addEventListener('loadedmetadata', ready, { once: true })); }
  if (link !== own) return;
  player.currentTime = from;
  player.until = to;
  player.play().catch(stop);
}
player.addEventListener('timeupdate', () => { if (link && player.currentTime >= player.until) next(); });
player.addEventListener('ended', () => { if (player.ended) next(); });
player.addEventListener('error', stop);
document.addEventListener('click', (event) => {
  const clicked = event.target.closest('a.hear');
  if (!clicked) return;
  event.preventDefault();
  const again = clicked === link;
  stop();
  if (again) return;
  link = clicked;
  link.dataset.playing = '';
  queue = JSON.parse(link.dataset.hear);
  next();
});
`;
