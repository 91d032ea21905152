import styles from './developers.module.css';

/** Links to the sections of a page, by the ids of their headings. */
export function Contents({ sections }: { sections: readonly (readonly [id: string, title: string])[] }) {
  return (
    <ul className={styles.contents} aria-label="On this page">
      {sections.map(([id, title]) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
