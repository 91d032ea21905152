import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './developers.module.css';

/** The files in `examples/`, as they are; the tests run them. */
const files = import.meta.glob<string>('./examples/*', { query: '?raw', import: 'default', eager: true });

export const languages = [
  { ending: 'sh', name: 'curl' },
  { ending: 'ts', name: 'TypeScript' },
  { ending: 'py', name: 'Python' },
] as const;

/** The choice of language for all examples of the page. It works before the script has loaded. */
export function LanguageChoice() {
  return (
    <fieldset className={styles.choice}>
      <legend className="sr">Show the examples in</legend>
      {languages.map(({ ending, name }) => (
        <label key={ending}>
          <input type="radio" name="language" value={ending} defaultChecked={ending === 'sh'} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** An example in each language; the page shows the chosen one. */
export function Example({ topic }: { topic: string }) {
  return languages.map(({ ending }) => (
    <div key={ending} className={styles[ending]}>
      <Code name={`${topic}.${ending}`} />
    </div>
  ));
}

/** One file of `examples/`, word for word. */
export function Code({ name }: { name: string }) {
  const text = files[`./examples/${name}`];
  if (text === undefined) throw new Error(`There is no example ${name}`);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text ?? '');
      await notify('success', 'Copied');
    } catch {
      await notify('error', 'It could not be copied', { body: 'Select the text and copy it yourself.' });
    }
  }
  return (
    <figure className={styles.code}>
      <figcaption>
        <span className="mono">{name}</span>
        <Button look="text" small aria-label={`Copy ${name}`} onClick={() => void copy()}>
          Copy
        </Button>
      </figcaption>
      <pre>
        <code>{text.trimEnd()}</code>
      </pre>
    </figure>
  );
}
