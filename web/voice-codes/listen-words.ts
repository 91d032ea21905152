/** The words around a story that is heard, in the language of its book. */
interface ListenWords {
  language: string;
  toldBy(name: string): string;
  read: string;
  hear(name: string): string;
  place: string;
  placeOf(at: string, all: string): string;
  of: string;
  play: string;
  pause: string;
  wait: string;
  problem: string;
}

const english: ListenWords = {
  language: 'en',
  toldBy: (name) => `Told by ${name}`,
  read: 'Read the words',
  hear: (name) => `Hear ${name}`,
  place: 'Place in the story',
  placeOf: (at, all) => `${at} of ${all}`,
  of: 'of',
  play: 'Play',
  pause: 'Pause',
  wait: 'One moment…',
  problem: 'It doesn’t play. Try again.',
};

const spanish: ListenWords = {
  language: 'es',
  toldBy: (name) => `Contada por ${name}`,
  read: 'Leer las palabras',
  hear: (name) => `Escuchar a ${name}`,
  place: 'Lugar en la historia',
  placeOf: (at, all) => `${at} de ${all}`,
  of: 'de',
  play: 'Reproducir',
  pause: 'Pausa',
  wait: 'Un momento…',
  problem: 'No se reproduce. Inténtelo otra vez.',
};

/** The words for a book in this language. */
export function listenWords(language: string): ListenWords {
  return language === 'es' ? spanish : english;
}
