import type { ConsentKind } from '#api/generated/prisma/client.ts';
import { type Language, languageOf } from '#api/language/languages.ts';

/** The labels on the pages of an export, in one language. */
export type PageWords = {
  bookOf(name: string): string;
  printed: string;
  eBook: string;
  conversations: string;
  whatIsHere: string;
  search: string;
  onePlace: string;
  /** Comes after the number. */
  places: string;
  draft: string;
  hidden: string;
  keepsakes: string;
  family: string;
  agreedTo(name: string): string;
  consents: Readonly<Record<ConsentKind, string>>;
  granted: string;
  withdrawn: string;
  hear(words: string): string;
  whoHasLeft: string;
  remarks: string;
  toBook: string;
  conversation: string;
  allConversations: string;
  somebodyElse: string;
  isPrivate: string;
  story: string;
  /** Says which of the books are not in the file. */
  booksMissing(files: readonly string[]): string;
  readme(name: string, missing: readonly string[]): string;
};

const english: PageWords = {
  bookOf: (name) => `${name}’s book`,
  printed: 'The book for print (PDF)',
  eBook: 'The e-book (EPUB)',
  conversations: 'Conversations',
  whatIsHere: 'What is in here',
  search: 'Search in the stories and conversations',
  onePlace: '1 place',
  places: 'places',
  draft: 'Draft',
  hidden: 'Hidden',
  keepsakes: 'Keepsakes',
  family: 'Family',
  agreedTo: (name) => `What ${name} agreed to`,
  consents: {
    CALLS: 'Calls',
    SMS: 'Text messages',
    RECORDING: 'Recording',
    AI_WRITING: 'Writing with the help of AI',
    SHARING: 'Sharing with family',
  },
  granted: 'yes',
  withdrawn: 'taken back',
  hear: (words) => `Hear “${words}”`,
  whoHasLeft: 'Somebody who has left',
  remarks: 'What the family says',
  toBook: 'To the book',
  conversation: 'Conversation',
  allConversations: 'All conversations',
  somebodyElse: 'Somebody else',
  isPrivate: 'This is private.',
  story: 'Story',
  booksMissing: (files) =>
    `Not in here: ${files.join(' and ')}. This book is too large to be made in one piece. In Evertold it can be made with fewer chapters at a time.`,
  readme: (
    name,
    missing,
  ) => `Everything that Evertold has kept about ${name}. It contains what the person who asked for it may read.

index.html            The book, with a search. Open it in any browser: no server is needed, and no connection.
conversations.html    Every conversation, word by word.
book.pdf, book.epub   The published stories, for print and for e-readers, where there are any.
media/                Pictures, recordings and documents, as they were added.
recordings/           The sound of conversations, where any was kept.
evertold.json         All of it as data.
evertold.schema.json  A JSON Schema that describes evertold.json.

${missing.length ? `${english.booksMissing(missing)}\n` : ''}Private words are only in the person’s own export.
`,
};

const spanish: PageWords = {
  bookOf: (name) => `El libro de ${name}`,
  printed: 'El libro para imprimir (PDF)',
  eBook: 'El libro electrónico (EPUB)',
  conversations: 'Conversaciones',
  whatIsHere: 'Qué hay aquí',
  search: 'Buscar en las historias y conversaciones',
  onePlace: '1 lugar',
  places: 'lugares',
  draft: 'Borrador',
  hidden: 'Oculta',
  keepsakes: 'Recuerdos',
  family: 'Familia',
  agreedTo: (name) => `Lo que aceptó ${name}`,
  consents: {
    CALLS: 'Llamadas',
    SMS: 'Mensajes de texto',
    RECORDING: 'Grabación',
    AI_WRITING: 'Escritura con inteligencia artificial',
    SHARING: 'Compartir con la familia',
  },
  granted: 'sí',
  withdrawn: 'retirado',
  hear: (words) => `Escuchar “${words}”`,
  whoHasLeft: 'Alguien que ya no está en el libro',
  remarks: 'Lo que dice la familia',
  toBook: 'Al libro',
  conversation: 'Conversación',
  allConversations: 'Todas las conversaciones',
  somebodyElse: 'Otra persona',
  isPrivate: 'Esto es privado.',
  story: 'Historia',
  booksMissing: (files) =>
    `No está aquí: ${files.join(' y ')}. Este libro es demasiado grande para hacerlo de una vez. En Evertold se puede hacer con menos capítulos cada vez.`,
  readme: (
    name,
    missing,
  ) => `Todo lo que Evertold ha guardado de ${name}. Contiene lo que puede leer la persona que lo pidió.

index.html            El libro, con un buscador. Se abre en cualquier navegador, sin servidor y sin conexión.
conversations.html    Cada conversación, palabra por palabra.
book.pdf, book.epub   Las historias publicadas, para imprimir y para lectores electrónicos, donde las haya.
media/                Imágenes, grabaciones y documentos, tal como se agregaron.
recordings/           El sonido de las conversaciones, donde se haya guardado.
evertold.json         Todo ello como datos.
evertold.schema.json  Lo que contiene evertold.json, como JSON Schema.

${missing.length ? `${spanish.booksMissing(missing)}\n` : ''}Lo privado solo está en la exportación de la propia persona.
`,
};

const inEach: Record<Language, PageWords> = { en: english, es: spanish };

/** The labels on the pages of an export of a book in this language. */
export function pageWords(language: string): PageWords {
  return inEach[languageOf(language)];
}
