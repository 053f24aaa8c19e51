import { createHash } from 'node:crypto';
import type { FoundSchema, RowEstimates } from '../reading.js';
import type { Relation } from '../relation.js';
import type { UserType } from '../user-type.js';
import type { OpenSource } from '../source-reader.js';
import type { DuckDbConnection, DuckDbInstance, DuckDbRow, DuckDbValues } from './duckdb-driver.js';
import * as queries from './duckdb-queries.js';
import { text, textOrNull, texts, toRelation } from './duckdb-relations.js';

/** Goes into every fingerprint: raise it when the same file is read differently. */
const READER_VERSION = '2';
const RELATIONS_AT_ONCE = 200;

/** Never closed: it ends with its process. */
export class OpenDuckDb implements Omit<OpenSource, 'close'> {
  private constructor(
    readonly serverVersion: string,
    private readonly connection: DuckDbConnection,
  ) {}

  static async of(instance: DuckDbInstance): Promise<OpenDuckDb> {
    const connection = await instance.connect();
    const [row] = (await connection.runAndReadAll(queries.VERSION)).getRowObjectsJS();
    return new OpenDuckDb(`DuckDB ${text(row?.version).replace(/^v/, '')}`, connection);
  }

  async schemas(name: string | null): Promise<readonly FoundSchema[]> {
    const schemas = await this.rows(queries.SCHEMAS, name);
    const digests = await this.rows(queries.FINGERPRINTS, name);
    return schemas.map((schema) => {
      const hash = createHash('sha256').update(READER_VERSION);
      const parts = digests.filter((row) => row.name === schema.name);
      for (const part of parts.map((row) => `${text(row.part)} ${text(row.digest)}`).sort()) hash.update(`\n${part}`);
      const fingerprint = hash.digest('base64url');
      return { name: text(schema.name), comment: textOrNull(schema.comment), fingerprint, engineId: null };
    });
  }

  async estimates(schema: string): Promise<RowEstimates> {
    const relations = await this.rows(queries.RELATIONS, schema);
    return relations.map(({ name, estimate }) => [text(name), typeof estimate === 'number' ? estimate : null]);
  }

  async types(schema: string): Promise<readonly UserType[]> {
    return (await this.rows(queries.TYPES, schema)).map((row) => ({
      kind: 'enum',
      name: text(row.name),
      comment: textOrNull(row.comment),
      values: texts(row.labels),
      base: null,
      nullable: true,
      default: null,
      checks: [],
      valuesCut: false,
      attributes: [],
    }));
  }

  async *relations(schema: string): AsyncIterable<readonly Relation[]> {
    const relations = await this.rows(queries.RELATIONS, schema);
    const constraints = byTable(await this.rows(queries.CONSTRAINTS, schema));
    const indexes = byTable(await this.rows(queries.INDEXES, schema));
    const columns = byTable(await this.rows(queries.COLUMNS, schema));
    for (let first = 0; first < relations.length; first += RELATIONS_AT_ONCE) {
      yield relations.slice(first, first + RELATIONS_AT_ONCE).map((relation) => {
        const of = (rows: ReadonlyMap<string, readonly DuckDbRow[]>) => rows.get(text(relation.name)) ?? [];
        const rows = { relation, columns: of(columns), constraints: of(constraints), indexes: of(indexes) };
        return toRelation(schema, rows);
      });
    }
  }

  private async rows(query: string, schema: string | null): Promise<DuckDbRow[]> {
    const values: DuckDbValues = { schema };
    const result = await this.connection.runAndReadAll(query, values);
    return result.getRowObjectsJS();
  }
}

function byTable(rows: readonly DuckDbRow[]): Map<string, DuckDbRow[]> {
  const tables = new Map<string, DuckDbRow[]>();
  for (const row of rows) {
    const table = tables.get(text(row.table_name));
    if (table) table.push(row);
    else tables.set(text(row.table_name), [row]);
  }
  return tables;
}
