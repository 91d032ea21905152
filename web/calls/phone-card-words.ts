import { weekdays } from '#web/subjects/weekdays.ts';
import { hourInWords } from '#web/subjects/when.ts';

/** What the card for the telephone says to the person who is called, in one language. */
export type CardWords = {
  callsFrom: string;
  whenItCalls: string;
  /** The time is as in "14:30". */
  callTime(weekday: number, time: string): string;
  isItReally: string;
  /** Before the code word. */
  askForWord: string;
  saysWhoItIs: string;
  neverAsks: string;
};

const english: CardWords = {
  callsFrom: 'Evertold calls from',
  whenItCalls: 'When it calls',
  callTime(weekday, time) {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return `${weekdays[weekday - 1]} at ${hourInWords(hour, minute)}`;
  },
  isItReally: 'Is it really Evertold?',
  askForWord: 'Ask “What’s the word?” It says:',
  saysWhoItIs: 'It says at once that it is a computer, and for whom it calls.',
  neverAsks:
    'When it calls, it never asks for money, a password or the code word. You can hang up at any time.',
};

const spanish: CardWords = {
  callsFrom: 'Evertold llama desde el',
  whenItCalls: 'Cuándo llama',
  callTime(weekday, time) {
    // The first of January 2024 was a Monday.
    const at = new Date(`2024-01-0${weekday}T${time}:00Z`);
    const day = new Intl.DateTimeFormat('es', { timeZone: 'UTC', weekday: 'long' }).format(at);
    const clock = new Intl.DateTimeFormat('es-US', {
      ...{ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' },
    }).format(at);
    return `Los ${day.replace(/([^s])$/, '$1s')} a ${/^1:/.test(clock) ? 'la' : 'las'} ${clock.replace(':00', '')}`;
  },
  isItReally: '¿Es de verdad Evertold?',
  askForWord: 'Pregunte «¿Cuál es la palabra clave?» Le dirá:',
  saysWhoItIs: 'Dice enseguida que es una computadora y de parte de quién llama.',
  neverAsks:
    'Cuando llama, nunca pide dinero, una contraseña ni la palabra clave. Puede colgar en cualquier momento.',
};

/** The words of the card in the language of the person who is called. */
export function cardWordsIn(language: string): CardWords {
  return language === 'es' ? spanish : english;
}
