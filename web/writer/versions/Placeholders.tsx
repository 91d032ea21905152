import styles from './versions.module.css';

/** The placeholders that a prompt may contain, with their meanings. */
export function Placeholders({ names }: { names: readonly { name: string; meaning: string }[] }) {
  return (
    <section className={`leaf ${styles.part}`} aria-label="What can be filled in">
      <h2>What can be filled in</h2>
      <p className="note">A line with a name that has nothing to say is left out.</p>
      <ul className={styles.names}>
        {names.map(({ name, meaning }) => (
          <li key={name}>
            <code className="mono">{`{{${name}}}`}</code> {meaning}
          </li>
        ))}
      </ul>
    </section>
  );
}
