import { foldSpanish, plainSpanish } from './plain-words.ts';

/** Commands, folded but with their capitals. */
const COMMAND =
  '(?:[Bb]aja(?:le|te|la|lo)?|[Cc]alla(?:te)?|[Cc]allense|[Qq]uiet[oa]|[Ss]ienta(?:te)?|[Ss]entate|[Dd]eja(?:lo|la|me)?|[Pp]on(?:lo|la|le|te)?|[Vv]en(?:te)?|[Vv]eni|[Pp]asa(?:le)?|[Aa]paga(?:le|la|lo)?|[Ss]al(?:te)?|[Ss]uelta(?:lo)?|[Ee]spera(?:te|me)?|[Cc]ierra(?:le|la)?|[Cc]erra|[Aa]bre(?:le)?|[Aa]bri(?:le)?|[Tt]rae(?:me)?|[Qq]uita(?:te|le)?|[Bb]ajate|[Ss]hh+|[Nn]o grites|[Mm]ira|[Ff]uera|[Éé]chate|[Ee]chate)';
const NAME = '[A-Z][a-z]{2,}';
const CALLED = `(?:${NAME}|mij[oa]|mi (?:amor|vida|cielo|reina|rey)|amor|perro|viej[oa]|nen[ea]|gordo|gorda|carino)`;
const OPENERS =
  '(?!(?:Bueno|Ahora|Pero|Entonces|Mire|Mira|Oiga|Oye|Por|Cuando|Aqui|Alli|Asi|Luego|Despues|Siempre|Dios|Senorita|Senora|Senor|Usted|Claro|Evertold)\\b)';
/** “Bájale a la tele, Toño.”, “Rosa, cierra la puerta”. */
const TO_ROOM = new RegExp(
  `^(?:(?:No|Ay|Oye|Eh|Ya),? )?(?:${COMMAND}\\b[^.?!,:]{0,30}, ${CALLED}[.! ]*$|${OPENERS}${NAME}, ${COMMAND}\\b[^.?!:]{0,60}[.! ]*$)`,
);

/** Whether a sentence calls somebody in the room, or a pet, by name with a command. */
export function callsToRoom(sentence: string): boolean {
  return TO_ROOM.test(withoutAccents(sentence.replace(/[¿¡]/g, '').trim()));
}

function withoutAccents(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const plain = foldSpanish(letter);
    return letter === letter.toLowerCase() ? plain : plain.toUpperCase();
  });
}

const EXCUSED =
  /^(?:ay,? |uy,? )?(?:perdon|perdone|perdona|disculpe|disculpa|disculpeme|con permiso)[,.]? (?:(?:es|que|tengo|se me|me|fue|ando|la|el|una?|con|esta|hizo|dio|traigo|por|mi) )*(?:tos|garganta|carraspera|estornud\w+|hipo|ruido|perro|gallo|flema|atragant\w+|nariz|silla|puerta|timbre|tele|telefono|saliva)(?: \w+){0,3}[,.! ]*$/;

/** “Perdón, tengo carraspera”: a few words about a cough or a noise, in the middle of a sentence. */
export function excusesThemself(clause: string): boolean {
  return EXCUSED.test(plainSpanish(clause));
}

const ANSWERS_CALL =
  /^(?:ay,? |espere,? |un momento,? )?(?:bueno|alo|diga|digame|hola|si, diga|si, bueno)\?[.! ]*$/;
const BACK_TO_US =
  /^(?:bueno|pues|ya|perdon|perdone|disculpe|entonces|como le|le decia|te decia|en que|y|mi|mis|el|la|los|las|yo|era|que le|nosotros|en (?:el|la|mi)|mire)\b/;
/** Sentences of a call that is answered in the room are short. */
const MOST_CALL_WORDS = 9;

/** Whether a sentence answers another telephone. */
export function answersCall(sentence: string): boolean {
  return ANSWERS_CALL.test(plainSpanish(sentence));
}

/** Whether a sentence may still be said into another telephone. */
export function belongsToCall(sentence: string): boolean {
  return sentence.split(/\s+/).length <= MOST_CALL_WORDS && !BACK_TO_US.test(plainSpanish(sentence));
}
