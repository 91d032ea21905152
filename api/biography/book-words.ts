import { sayDateIn } from '#api/biography/writing/say-date.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { CHAPTERS, type ChapterKey } from '#api/questions/bank/question.ts';

/** The labels that are printed around the stories. */
export type PrintedLabels = {
  contents: string;
  people: string;
  whoIsWho: string;
  page: string;
  pages: string;
  /** Asks the reader to hear the person tell a story. */
  hear: string;
  /** Introduces the address of a printed code, which follows it. */
  code: string;
  typefaces: string;
};

/** The labels of a book, in one language. */
export type BookWords = {
  title(name: string): string;
  /** The file name of a piece of the voice. */
  voice(name: string): string;
  toldBy(fullName: string): string;
  storiesOf(fullName: string): string;
  frame(name: string): PrintedLabels;
  /** The chapters that every book begins with, where the family gave them no title of their own. */
  chapters: Record<ChapterKey, string> | null;
  stories(count: number): string;
  years(first: number, last: number): string;
  /** A partial date. */
  date(edtf: string): string;
  seconds(count: number): string;
  minutes(count: number): string;
  pictureOf(story: string): string;
  coverOf(name: string): string;
  toldOn(from: Date, until: Date): string;
  restsOnWords(name: string, isByHand: boolean): string;
  byFamily: string;
  madeOn(name: string, at: Date): string;
};

const dayIn = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (date: Date) => format.format(date);
};
const englishDay = dayIn('en-US');
const spanishDay = dayIn('es');

const english: BookWords = {
  title: (name) => `${name}’s stories`,
  voice: (name) => `${name}’s voice`,
  toldBy: (fullName) => `Stories told by ${fullName}`,
  storiesOf: (fullName) => `Stories of ${fullName}`,
  frame: (name) => ({
    contents: 'Contents',
    people: 'People',
    whoIsWho: 'Who is who in these stories, and where they come in.',
    page: 'Page',
    pages: 'Page',
    hear: `Hear ${name} tell this story`,
    code: 'A code that opens',
    typefaces: 'Set in Literata and Atkinson Hyperlegible Next.',
  }),
  chapters: null,
  stories: (count) => (count === 1 ? 'One story' : `${count} stories`),
  years: (first, last) => `${first} to ${last}`,
  date: sayDateIn.en,
  seconds: (count) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count) => (count === 1 ? 'about 1 minute' : `about ${count} minutes`),
  pictureOf: (story) => `A picture that belongs to “${story}”`,
  coverOf: (name) => `The cover of ${name}’s book`,
  toldOn(first, last) {
    const [from, until] = [englishDay(first), englishDay(last)];
    return from === until ? `Told on ${from}.` : `Told between ${from} and ${until}.`;
  },
  restsOnWords: (name, isByHand) =>
    isByHand
      ? `Every sentence rests on words that ${name} said, but for those beside a dashed line: the family wrote them.`
      : `Every sentence rests on words that ${name} said.`,
  byFamily: 'Written by the family.',
  madeOn: (name, at) => `The stories belong to ${name} and the family. Made on ${englishDay(at)}.`,
};

const spanish: BookWords = {
  title: (name) => `Las historias de ${name}`,
  voice: (name) => `La voz de ${name}`,
  toldBy: (fullName) => `Historias contadas por ${fullName}`,
  storiesOf: (fullName) => `Historias de ${fullName}`,
  frame: (name) => ({
    contents: 'Índice',
    people: 'Personas',
    whoIsWho: 'Quién es quién en estas historias, y dónde aparece cada uno.',
    page: 'Página',
    pages: 'Páginas',
    hear: `Escuche a ${name} contar esta historia`,
    code: 'Un código que abre',
    typefaces: 'Compuesto en Literata y Atkinson Hyperlegible Next.',
  }),
  chapters: {
    origins: 'Orígenes',
    'childhood-home': 'La casa de la infancia',
    school: 'La escuela',
    'friends-and-play': 'Amigos y juegos',
    'first-work': 'El primer trabajo',
    love: 'El amor',
    'family-made': 'Matrimonio e hijos',
    'lifes-work': 'El trabajo de una vida',
    'places-and-moves': 'Lugares y mudanzas',
    'hard-times': 'Tiempos difíciles',
    'beliefs-and-values': 'Creencias y valores',
    'wisdom-and-wishes': 'Consejos y deseos',
  },
  stories: (count) => (count === 1 ? 'Una historia' : `${count} historias`),
  years: (first, last) => `de ${first} a ${last}`,
  date: sayDateIn.es,
  seconds: (count) => (count === 1 ? '1 segundo' : `${count} segundos`),
  minutes: (count) => (count === 1 ? 'cerca de 1 minuto' : `cerca de ${count} minutos`),
  pictureOf: (story) => `Una imagen de “${story}”`,
  coverOf: (name) => `La portada del libro de ${name}`,
  toldOn(first, last) {
    const [from, until] = [spanishDay(first), spanishDay(last)];
    return from === until ? `Contado el ${from}.` : `Contado entre el ${from} y el ${until}.`;
  },
  restsOnWords: (name, isByHand) =>
    isByHand
      ? `Cada frase se apoya en palabras que dijo ${name}, salvo las que están junto a una línea discontinua: esas las escribió la familia.`
      : `Cada frase se apoya en palabras que dijo ${name}.`,
  byFamily: 'Escrito por la familia.',
  madeOn: (name, at) => `Las historias pertenecen a ${name} y a la familia. Hecho el ${spanishDay(at)}.`,
};

const inEach: Record<Language, BookWords> = { en: english, es: spanish };

/** The labels of a book in this language. */
export function bookWords(language: string): BookWords {
  return inEach[languageOf(language)];
}

/** The title of a chapter as the book prints it: in its language, unless the family gave it a title of its own. */
export function printedChapter(words: BookWords, { key, title }: { key: string; title: string }): string {
  const standard = CHAPTERS.find((chapter) => chapter.key === key);
  return standard?.title === title ? (words.chapters?.[standard.key] ?? title) : title;
}
