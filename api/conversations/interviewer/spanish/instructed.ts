import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { HistoryTurn, TurnRequest } from '../request.ts';
import { touchesAvoided } from '../themes.ts';
import { contracted } from './fill.ts';
import { spanishHearing } from './hearing.ts';
import { nameOf } from './nouns.ts';
import { listOf } from './people.ts';
import { bare, withoutAccents } from './plain.ts';
import { spanishTopics } from './topics.ts';

const CALL_ME =
  /\b(?:llameme|llamame|digame|dime|puede (?:llamarme|decirme)|puedes (?:llamarme|decirme)|prefiero que me (?:diga|digan|llame|llamen))(?: solo| solamente| nomas)? ((?:don|dona|senor|senora) )?([a-z]{3,})\b/;
const NO_NAME =
  /^(?:que|como|cuando|luego|despues|manana|otra|usted|algo|donde|por|mas|quien|ahora|hoy|la|el|lo|una|si|no|de)$/;
const TITLES: Record<string, string> = {
  'don ': 'don ',
  'dona ': 'doña ',
  'senor ': 'señor ',
  'senora ': 'señora ',
};

/** The name that the person asked to be called by in this conversation: “dígame Lupe”. */
export function saidName(history: readonly HistoryTurn[]): string | null {
  for (const { role, text, private: isPrivate, told } of [...history].reverse()) {
    if (role !== 'user' || !text || isPrivate) continue;
    const low = withoutAccents(text).toLowerCase();
    const match = CALL_ME.exec(low);
    if (!match || NO_NAME.test(match[2] ?? '')) continue;
    const at = match.index + match[0].length - (match[2] ?? '').length;
    const word = text.normalize('NFC').slice(at, at + (match[2] ?? '').length);
    const name = nameOf(word, true);
    // “Me decía: dígame Lupe” is a part of a story.
    if (!name || (told ?? toldText(text, undefined, 'es')).includes(word)) continue;
    return `${TITLES[match[1] ?? ''] ?? ''}${name}`;
  }
  return null;
}

const READ_BACK =
  /\b(?:le(?:ame|eme|amelo)|repita|que (?:lleva|tiene) (?:escrito|apuntado|guardado)|que le (?:he dicho|he contado|conte|dije) hasta)\b/;
const SOUND =
  /\b(?:mas (?:fuerte|alto|bajo|bajito|despacio|lento|rapido)|volumen|no (?:le |la |lo )?(?:oigo|escucho)|hable (?:mas|fuerte))\b/;
const SPELLING =
  /\b(?:se escribe|deletre\w+|con (?:be|ve|ce|ese|zeta|hache|jota|ge|elle|ye|doble)|con (?:la )?[a-z]\b|sin hache|lleva (?:acento|hache))\b/;

const MOST_TOPICS = 3;

/** Answers an instruction with what is done about it, and no more. */
export function instructedWords(request: TurnRequest): string {
  const { heard, history, conversation } = request;
  const said = bare(history.at(-1)?.text ?? '');
  const name = saidName(history.slice(-1));
  if (name) return `Claro, ${name}. Así le digo en esta conversación.`;
  if (READ_BACK.test(said)) return toldSoFar(request);
  if (SOUND.test(said))
    return conversation.channel === 'PHONE'
      ? 'No puedo cambiar mi voz, pero su teléfono puede subir el volumen. Hablaré corto.'
      : 'No puedo cambiar cómo sueno, pero hablaré corto.';
  if (SPELLING.test(said)) return 'Gracias. Guardo cómo se escribe con lo que me contó.';
  if (heard?.privateScope) return 'Eso queda en privado.';
  return 'Gracias. Lo guardo con lo que me contó.';
}

function toldSoFar({ history, subject }: TurnRequest): string {
  const told = history
    .slice(0, -1)
    .filter((turn) => turn.role === 'user' && !turn.private && !spanishHearing.isHard(turn.text ?? ''))
    .flatMap((turn) => spanishTopics(turn.told ?? turn.text ?? '', subject.people).slice(0, 1))
    .filter(({ plainText }) => !touchesAvoided(subject.avoidedThemes, plainText, [], 'es'))
    .map(({ plainText }) => plainText);
  const topics = [...new Set(told)].slice(-MOST_TOPICS);
  if (topics.length === 0) return 'Todavía no hay nada que pueda leerle. Todo se guarda como usted lo dice.';
  return contracted(`Hasta ahora me contó de ${listOf(topics)}.`);
}
