import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';

/** A use case of Evertold that is measured against its baseline; yields its table rows as they become known. */
export type Path = { name: string; measure: (stage: Stage) => AsyncGenerator<Row> };
