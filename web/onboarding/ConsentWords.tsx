import { Link } from '#web/app/Link.tsx';
import type { WordingFragment } from '#web/consent/Consents.graphql.ts';
import { CheckField } from '#web/ui/Field.tsx';
import styles from './steps/steps.module.css';

export type Wording = WordingFragment;
export type Kind = Wording['kind'];

type Words = {
  titles: Record<Kind, string>;
  /** Each consent as one plain sentence; the ledger stores the full wording, which is folded under it. */
  plain: Record<Kind, string>;
  exactWords(version: number): string;
  /** Follows those words, for screen readers. */
  about(title: string): string;
  signature: string;
};

const english: Words = {
  titles: {
    CALLS: 'Calls',
    SMS: 'Text messages',
    RECORDING: 'Recording',
    AI_WRITING: 'Writing',
    SHARING: 'Sharing',
  },
  plain: {
    CALLS: 'Evertold calls me at the times we chose, to ask about my life.',
    SMS: 'Evertold sends me text messages, usually 2 to 10 a week.',
    RECORDING: 'Evertold keeps the sound of what I tell, so that my family can hear me.',
    AI_WRITING:
      'A computer reads what I tell, answers me, and writes my stories from my words. A transcription service may turn what I say into text.',
    SHARING:
      'The family members in this book read and hear what I tell. A printed book can have codes that play my stories to everyone who holds it.',
  },
  exactWords: (version) => `The exact words, version ${version}`,
  about: (title) => `, about ${title.toLowerCase()}`,
  signature: 'Your name, as you would sign it',
};

const spanish: Words = {
  titles: {
    CALLS: 'Llamadas',
    SMS: 'Mensajes de texto',
    RECORDING: 'Grabación',
    AI_WRITING: 'Escritura',
    SHARING: 'Compartir',
  },
  plain: {
    CALLS: 'Evertold me llama a las horas que elegimos, para preguntarme por mi vida.',
    SMS: 'Evertold me envía mensajes de texto, normalmente de 2 a 10 por semana.',
    RECORDING: 'Evertold guarda el sonido de lo que cuento, para que mi familia pueda oírme.',
    AI_WRITING:
      'Una computadora lee lo que cuento, me responde y escribe mis historias con mis palabras. Un servicio de transcripción puede convertir en texto lo que digo.',
    SHARING:
      'Los familiares de este libro leen y escuchan lo que cuento. Un libro impreso puede tener códigos que reproducen mis historias para quien lo tenga.',
  },
  exactWords: (version) => `Las palabras exactas, versión ${version}`,
  about: (title) => `, sobre ${title.toLowerCase()}`,
  signature: 'Su nombre, como lo firmaría',
};

/** The words beside a wording, in its language. */
const wordsIn = (language: string) => (language === 'es' ? spanish : english);

/** The label of the field in which the subject signs. */
export function signatureLabel(language: string): string {
  return wordsIn(language).signature;
}

const perPhone: readonly Kind[] = ['CALLS', 'SMS', 'RECORDING'];
const order: readonly Kind[] = ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'];

/** The wordings to show; those about a phone only if a phone number is given. */
export function wordingsFor(wordings: readonly Wording[], phone: string | null): Wording[] {
  return wordings
    .filter(({ kind }) => phone || !perPhone.includes(kind))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** The grants to send to the server for the ticked wordings. */
export function grantsOf(wordings: readonly Wording[], ticked: ReadonlySet<Kind>, phone: string | null) {
  return wordings
    .filter(({ kind }) => ticked.has(kind))
    .map(({ kind, version }) => ({
      kind,
      wordingVersion: version,
      ...(perPhone.includes(kind) && { phone }),
    }));
}

/** Each consent with its own checkbox, unticked at first: a plain sentence with the exact wording folded under it. */
export function ConsentWords({
  wordings,
  ticked,
  onTick,
}: {
  wordings: readonly Wording[];
  ticked: ReadonlySet<Kind>;
  onTick: (kind: Kind, on: boolean) => void;
}) {
  return (
    <ul className={styles.words}>
      {wordings.map(({ kind, text, version, language }) => {
        const { titles, plain, exactWords, about } = wordsIn(language);
        return (
          <li key={kind} lang={language}>
            <CheckField
              name={kind}
              checked={ticked.has(kind)}
              onChange={(event) => onTick(kind, event.target.checked)}
            >
              <b>{titles[kind]}</b>
              {plain[kind]}
            </CheckField>
            <details className={styles.exact}>
              <summary>
                {exactWords(version)}
                <span className="sr">{about(titles[kind])}</span>
              </summary>
              <p>{text}</p>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

/** The note that applies to all wordings. */
export function ConsentNote({ wordings }: { wordings: readonly Wording[] }) {
  const versions = [...new Set(wordings.map(({ version }) => version))];
  return (
    <p className={`note ${styles.after}`}>
      {wordings.some(({ kind }) => perPhone.includes(kind)) &&
        'Calls and texts aren’t set up here yet: a yes to them is kept until they are. '}
      You can take back any of these whenever you like. We keep the wording (version {versions.join(', ')}),
      the day and how you agreed. Read the{' '}
      <Link to="/tos" target="_blank">
        terms
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" target="_blank">
        privacy notice
      </Link>
      .
    </p>
  );
}
