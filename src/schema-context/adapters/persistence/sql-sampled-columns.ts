import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NotFound } from '../../../shared/domain-error.js';
import { type ColumnPlace, type ReadColumn, type SampledColumn, SampledColumns } from '../../application/ports/sampled-columns.js';

const PLACE = 'data_source_id = $1 AND schema_name = $2 AND table_name = $3 AND column_name = $4';

/** Raw: each change is one statement with a condition, so that only one of many at once is the first. */
@Injectable()
export class SqlSampledColumns extends SampledColumns {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  of(dataSourceId: number): Promise<readonly SampledColumn[]> {
    return this.session.query<SampledColumn & object>(
      `SELECT schema_name AS schema, table_name AS table, column_name AS column, sample_values AS values, read_at AS "readAt"
         FROM sampled_columns WHERE data_source_id = $1
        ORDER BY schema_name COLLATE "C", table_name COLLATE "C", column_name COLLATE "C"`,
      [dataSourceId],
    );
  }

  async switchOn(dataSourceId: number, { schema, table, column }: ColumnPlace): Promise<boolean> {
    try {
      const made = await this.session.execute(
        `INSERT INTO sampled_columns (data_source_id, schema_name, table_name, column_name)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [dataSourceId, schema, table, column],
      );
      return made === 1;
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new NotFound('Data source');
      throw error;
    }
  }

  async switchOff(dataSourceId: number, { schema, table, column }: ColumnPlace): Promise<boolean> {
    const gone = await this.session.execute(`DELETE FROM sampled_columns WHERE ${PLACE}`, [dataSourceId, schema, table, column]);
    return gone === 1;
  }

  async keep(dataSourceId: number, columns: readonly ReadColumn[], readAt: Date): Promise<void> {
    await this.session.execute(
      `UPDATE sampled_columns AS kept SET sample_values = ARRAY(SELECT jsonb_array_elements_text(read.values)), read_at = $3
         FROM jsonb_to_recordset($2::jsonb) AS read (schema text, "table" text, "column" text, values jsonb)
        WHERE data_source_id = $1 AND schema_name = read.schema AND table_name = read."table" AND column_name = read."column"`,
      [dataSourceId, JSON.stringify(columns), readAt],
    );
  }

  async clear(dataSourceId: number): Promise<void> {
    await this.session.execute('DELETE FROM sampled_columns WHERE data_source_id = $1', [dataSourceId]);
  }
}
