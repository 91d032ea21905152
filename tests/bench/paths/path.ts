import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';

/** Something that Evertold does, measured against its floor; gives its lines of the table as they are known. */
export type Path = { name: string; measure: (stage: Stage) => AsyncGenerator<Row> };
