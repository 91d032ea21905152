import type { ReactNode } from 'react';
import styles from './developers.module.css';

/** A table whose first column has a name in code, which is different in each row. */
export function NamesTable({
  head,
  rows,
}: {
  head: readonly string[];
  rows: readonly (readonly [name: string, ...others: ReactNode[]])[];
}) {
  return (
    <div className={styles.facts}>
      <table className="table">
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...others]) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              {others.map((cell, at) => (
                <td key={head[at + 1]} data-column={head[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
