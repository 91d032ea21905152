import type { CallConsentAnswer } from '#api/consent/by-calling.ts';
import type { Language } from '#api/language/languages.ts';

/** What callers to our number are told before a conversation begins, in one language. */
type InboundWords = {
  whatWeAre: string;
  later: string;
  notUnderstood: string;
  /** Asks again when an answer was not understood. */
  askWhom(choices: readonly { number: number; name: string }[], isAgain: boolean): string;
  consentAnswers: Record<CallConsentAnswer, string>;
  opening(name: string, asksToRecord: boolean): string;
};

export const inboundWords: Record<Language, InboundWords> = {
  en: {
    whatWeAre:
      'Hello, this is Evertold, a computer that keeps a family’s stories. We only call people who agreed to it. Nobody can be reached at this number. Goodbye.',
    later: 'This is Evertold. I can’t talk just now. Please call again later.',
    notUnderstood:
      'I didn’t understand whom you’re calling about, and nothing was kept. Please call again. Goodbye.',
    askWhom(choices, isAgain) {
      const offered = choices.map(({ number, name }) => `For ${name}, say the name or press ${number}.`);
      const hello = 'Hello, this is Evertold, a computer that keeps a family’s stories.';
      const again = 'I didn’t understand that, and haven’t kept it.';
      return `${isAgain ? again : hello} Whom is this call about? ${offered.join(' ')}`;
    },
    consentAnswers: {
      YES: 'Thank you. From now on Evertold may call you at this number. To end it, say stop on any call. Goodbye.',
      NO: 'Then Evertold won’t call you, and nothing has changed. Goodbye.',
      STOP: 'Evertold won’t call or text this number. Goodbye.',
      UNCLEAR: 'I didn’t hear a clear yes, so nothing has changed. You can call again. Goodbye.',
    },
    opening(name, asksToRecord) {
      const words = `Hello, this is Evertold, a computer that keeps ${name}’s stories for the family. Tell me one if you like: I keep it until the family knows who told it. To do more, say “code word”.`;
      return asksToRecord ? `${words} May I record this call?` : words;
    },
  },
  es: {
    whatWeAre:
      'Hola, soy Evertold, una computadora que guarda las historias de una familia. Solo llamamos a quienes lo aceptaron. En este número no atiende ninguna persona. Hasta luego.',
    later: 'Soy Evertold. Ahora mismo no puedo hablar. Por favor, llame más tarde.',
    notUnderstood: 'No entendí por quién llama, y no se guardó nada. Por favor, llame de nuevo. Hasta luego.',
    askWhom(choices, isAgain) {
      const offered = choices.map(({ number, name }) => `Para ${name}, diga el nombre o marque ${number}.`);
      const hello = 'Hola, soy Evertold, una computadora que guarda las historias de una familia.';
      const again = 'No lo entendí, y no lo guardé.';
      return `${isAgain ? again : hello} ¿De quién trata esta llamada? ${offered.join(' ')}`;
    },
    consentAnswers: {
      YES: 'Gracias. Desde ahora Evertold puede llamarle a este número. Para dejarlo, diga «no me llame más» en cualquier llamada. Hasta luego.',
      NO: 'Entonces Evertold no le llamará, y nada ha cambiado. Hasta luego.',
      STOP: 'Evertold no llamará ni enviará mensajes a este número. Hasta luego.',
      UNCLEAR: 'No oí un sí claro, así que nada ha cambiado. Puede volver a llamar. Hasta luego.',
    },
    opening(name, asksToRecord) {
      const words = `Hola, soy Evertold, una computadora que guarda las historias de ${name} para la familia. Si quiere, cuénteme una: la guardo hasta que la familia sepa quién la contó. Para hacer algo más, diga «palabra clave».`;
      return asksToRecord ? `${words} ¿Puedo grabar esta llamada?` : words;
    },
  },
};
