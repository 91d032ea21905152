import pg, { type Connection, type FieldDef, type QueryConfig } from 'pg';

type Cells = readonly (string | null)[];

/** Makes a row object from the cells that the database sent. */
type Reader = (cells: Cells) => object;

/** The internal parts of a `pg` query that are overridden here. */
type Running = {
  readonly name: string;
  _result: { fields: FieldDef[]; parseRow: Reader };
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: { fields: FieldDef[] }): void;
};

const Query = pg.Query as unknown as new (config: QueryConfig) => Running;

/** The statements that a connection has prepared or is preparing. */
type Sent = { parsedStatements: object; submittedNamedStatements: object };

type Columns = { fields: FieldDef[]; read: Reader };

type Known = {
  /** The columns of the connection's prepared statements, by name. */
  columns: Map<string, Columns>;
  /** A proxy of the connection that doesn't request column descriptions. */
  silent: object;
};

const knownBy = new WeakMap<Connection, Known>();

/** A prepared statement whose columns are requested once per connection, not with each answer. */
class Statement extends Query {
  #known: Known | undefined;

  override prepare(connection: Connection) {
    this.#known = knownBy.get(connection) ?? nothingKnown(connection);
    const columns = this.#known.columns.get(this.name);
    if (columns) this.#take(columns);
    super.prepare(columns ? this.#known.silent : connection);
  }

  override handleRowDescription(message: { fields: FieldDef[] }) {
    super.handleRowDescription(message);
    const columns = { fields: message.fields, read: readerOf(message.fields) };
    this.#known?.columns.set(this.name, columns);
    this.#take(columns);
  }

  #take({ fields, read }: Columns) {
    this._result.fields = fields;
    this._result.parseRow = read;
    this._accumulateRows = true;
  }
}

function nothingKnown(connection: Connection): Known {
  const { parsedStatements, submittedNamedStatements } = connection as Connection & Sent;
  const silent = {
    parsedStatements,
    submittedNamedStatements,
    bind: connection.bind.bind(connection),
    execute: connection.execute.bind(connection),
    close: connection.close.bind(connection),
    sync: connection.sync.bind(connection),
    describe() {},
  };
  const known = { columns: new Map<string, Columns>(), silent };
  knownBy.set(connection, known);
  return known;
}

function readerOf(fields: FieldDef[]): Reader {
  const blank = Object.fromEntries(fields.map(({ name }) => [name, null as unknown]));
  const columns = fields.map(({ name, dataTypeID }) => ({ name, read: parserOf(dataTypeID) }));
  return (cells) => {
    const row = { ...blank };
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at];
      const cell = cells[at];
      if (column && cell !== null && cell !== undefined) row[column.name] = column.read(cell);
    }
    return row;
  };
}

type Parser = (cell: string) => unknown;

function parserOf(type: number): Parser {
  const parse: Parser = pg.types.getTypeParser(type);
  return type === pg.types.builtins.TIMESTAMPTZ ? (cell) => timeOf(cell) ?? parse(cell) : parse;
}

/** Parses a UTC time in the database's format, `2026-11-22 19:30:05.25+00`; null for other formats. */
function timeOf(cell: string): Date | null {
  const zone = cell.length - 3;
  if (cell[4] !== '-' || zone < 19 || !cell.endsWith('+00')) return null;
  const two = (at: number) => (cell.charCodeAt(at) - 48) * 10 + cell.charCodeAt(at + 1) - 48;
  const ms = zone > 19 ? Number(`${cell.slice(20, Math.min(zone, 23))}00`.slice(0, 3)) : 0;
  const year = two(0) * 100 + two(2);
  return year < 1000 ? null : new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

/**
 * Makes a pool connection request a named statement's columns and build its row reader only once: doing both with each
 * answer, as `pg` does, takes as long as reading a dozen rows. The columns can't change, because the database then
 * refuses to run the prepared statement. Their names must differ.
 */
export function askColumnsOnce(client: pg.PoolClient) {
  client.query = ((asked: string | QueryConfig, values?: unknown[], callback?: unknown) => {
    const given = isPlain(asked) && callback ? new Statement(values ? { ...asked, values } : asked) : asked;
    return Reflect.apply(pg.Client.prototype.query, client, [given, values, callback]);
  }) as pg.PoolClient['query'];
}

/** Whether a statement is named and uses the standard type parsers; Prisma's use their own. */
function isPlain(asked: string | (QueryConfig & { rowMode?: string })): asked is QueryConfig {
  return typeof asked === 'object' && !!asked.name && !asked.types && !asked.rowMode;
}
