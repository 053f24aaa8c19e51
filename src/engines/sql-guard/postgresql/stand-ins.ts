import { quoted } from '../judgement.js';
import type { PermittedColumn, Pricing, Restriction } from '../restriction.js';
import { derivedTable } from '../derived-table.js';
import { PostgresqlTables } from './masks.js';

/** The most rows that are counted of one relation: more make no product cheaper. */
const MOST_COUNTED = 1_000_000;

/**
 * What replaces restricted relations when the planner estimates the cost of a statement: as many rows as the person may see, with unknown
 * values. The planner knows all rows of the relations themselves, so its estimates would reveal hidden ones.
 */
export class StandIns {
  private readonly dialect = new PostgresqlTables();
  private readonly counted = new Map<Restriction, string>();

  /** @param alias of the relation within each derived table */
  constructor(private readonly alias: string) {}

  /** Without its own alias. */
  of(restriction: Restriction): string {
    const { alias } = this;
    const from = `${quoted(restriction.schema, '"')}.${quoted(restriction.name, '"')} AS ${alias}`;
    if (!this.counted.has(restriction)) {
      const { where } = derivedTable({ ...restriction, columns: [] }, alias, this.dialect);
      const rows = `SELECT FROM ${from}${where} LIMIT ${MOST_COUNTED}`;
      this.counted.set(restriction, `(SELECT count(*) FROM (${rows}) AS ${alias})`);
    }
    const place = [...this.counted.keys()].indexOf(restriction) + 1;
    const columns = restriction.columns.map((column) => this.nothingOf(column, from));
    // The fence keeps the planner from looking into the columns, which are the same in each row.
    return `(SELECT ${columns.join(', ')} FROM generate_series(1, $${place}::integer) AS ${alias} OFFSET 0)`;
  }

  /** A value of the type of the column that the planner reads from nowhere. */
  private nothingOf({ name, mask }: PermittedColumn, from: string): string {
    const own = quoted(name, '"');
    const isText = mask?.kind === 'hash' || mask?.kind === 'last_four';
    return `${isText ? 'NULL::text' : `(SELECT ${this.alias}.${own} FROM ${from} WHERE false)`} AS ${own}`;
  }

  /** @param statement with stand-ins for all restricted relations */
  pricing(statement: string): Pricing {
    return { statement, counting: `SELECT ${[...this.counted.values()].join(', ')}`, values: this.dialect.values };
  }
}
