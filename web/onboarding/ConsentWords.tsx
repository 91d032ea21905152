import { Link } from '#web/app/Link.tsx';
import { agreeingWords } from '#web/consent/agreeing-words.ts';
import type { WordingFragment } from '#web/consent/Consents.graphql.ts';
import { CheckField } from '#web/ui/Field.tsx';
import styles from './steps/steps.module.css';

export type Wording = WordingFragment;
export type Kind = Wording['kind'];

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
        const { titles, plain, exactWords, about } = agreeingWords(language);
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

/** The note that applies to all wordings, in their language. */
export function ConsentNote({ wordings }: { wordings: readonly Wording[] }) {
  const versions = [...new Set(wordings.map(({ version }) => version))];
  const { language, notSetUp, takeBack, papers } = agreeingWords(wordings[0]?.language ?? 'en');
  return (
    <p className={`note ${styles.after}`} lang={language}>
      {wordings.some(({ kind }) => perPhone.includes(kind)) && `${notSetUp} `}
      {takeBack(versions.join(', '))} {papers.read}{' '}
      <Link to="/tos" target="_blank">
        {papers.terms}
      </Link>{' '}
      {papers.and}{' '}
      <Link to="/privacy" target="_blank">
        {papers.privacy}
      </Link>
      .
    </p>
  );
}
