import type { Refusing } from '../intents/refusing.ts';

/** The end of a clause, or words with which a refusal goes on. */
const end =
  '(?= *$| (?:gracias|por favor|si|ahora|ahorita|hoy|senorita|senor|de verdad|la verdad|porque|pues|evertold|otra vez|de nuevo)\\b)';
/** What is recorded or kept of the person. Without it, “guardar” and “grabar” may tell of anything. */
const it =
  '(?:esto|eso|(?:mi|la|esta|nuestra|ninguna) (?:voz|llamada|conversacion|platica|grabacion|respuesta)|mis palabras|lo que (?:digo|diga))\\b';
const record = `(?:(?:me|nos|lo|la|se|le) ){1,2}grab(?:e|en|es)\\b|grab(?:e|en|es)(?:${end}| (?:${it}|nada))|(?:(?:me|nos|lo|la) )?(?:vaya a grabar|este grabando)\\b`;
const keep = `(?:(?:lo|la|me lo|me la|se lo) guard(?:e|en|es)\\b|(?:(?:me|nos|se) )?guard(?:e|en|es) (?:${it}|nada${end}))`;
const beRecorded = '(?:ser grabad[oa]|grabar(?:me|nos|lo|la)?|grabacion(?:es)?|quedar grabad[oa])\\b';
const say = `(?:(?:decir(?:lo)?|repetir(?:lo)?)(?: (?:que si|eso|nada))?|hacer(?:lo)?(?: eso)?)(?: otra vez| de nuevo| una vez mas| mas)*${end}`;
const that = `que (?:${it} )?(?:${record}|${keep}|(?:se )?quede (?:mi voz|grabad[oa]|guardad[oa])|(?:se )?queden? con ${it}|(?:me )?esten grabando)`;

export const spanishRefusing: Refusing = {
  refusals: [
    // “No me grabe”, “que no guarde mi voz”.
    `(?:que )?(?:no|nunca|jamas|ni) (?:${record}|${keep}|lo diga${end})`,
    // “No quiero eso”, “no quiero que me graben”. “No quiero olvidar a mi hermana” is a story.
    `no (?:quiero|quisiera|deseo|acepto|autorizo|consiento|permito)(?: (?:${it}|nada de (?:esto|eso)))?${end}`,
    `no (?:quiero|quisiera|deseo|acepto|autorizo|consiento|permito) (?:${that}|(?:ninguna )?${beRecorded}|${say})`,
    `no me (?:gusta|parece|gustaria|agrada)(?: (?:${it}|la idea))?${end}`,
    `no me (?:gusta|parece|gustaria|agrada) (?:${that}|${beRecorded})`,
    `no estoy de acuerdo(?: (?:con|en) (?:${it}|${that}|${beRecorded}))?${end}`,
    `no (?:tienen? mi|(?:les? )?doy(?: mi)?) (?:permiso|autorizacion|consentimiento)\\b`,
    `no (?:lo|le) (?:dire|repetire|voy a (?:decir|repetir))(?: otra vez| de nuevo| mas)*${end}`,
    // “Mejor no”, “prefiero que no me grabe”.
    `(?:mejor|prefiero|preferiria) (?:que )?no(?:${end}| (?:${record}|${keep}|${beRecorded}|${say}))`,
    // “Hablemos sin grabar.”
    `(?:(?:hablemos|platiquemos|sigamos|podemos hablar|prefiero|prefiero hablar|mejor) )?sin (?:que me graben?|grabar(?:me|nos|lo|la)?|(?:la )?grabacion)${end}`,
    `(?:nada de|ninguna) grabacion(?:es)?${end}`,
    `(?:me niego|no tengo (?:ganas|tiempo))(?: para (?:esto|eso))?${end}`,
  ],
  joins:
    'pero|y|ya|yo|que|porque|por favor|no|si|es que|ay|bueno|pues|este|mire|solo|la verdad|creo|perdon|disculpe|le pido|gracias|entonces',
  quotes: /(?<!\byo )\b(?:dijo|decia|dice|dijeron|decian|dicen|pidio|pedia|grito|gritaba|contesto)\b/,
};
