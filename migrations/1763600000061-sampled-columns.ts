import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an organization decides about the language model beyond rows: columns that it sees values of, and tokens of a day. */
export class SampledColumns1763600000061 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Names are short enough for an index; longer ones are not sampled.
    await queryRunner.query(`
      CREATE TABLE sampled_columns (
        data_source_id integer NOT NULL REFERENCES data_sources (id) ON DELETE CASCADE,
        schema_name text NOT NULL,
        table_name text NOT NULL,
        column_name text NOT NULL,
        sample_values text[] NOT NULL DEFAULT '{}',
        read_at timestamptz,
        PRIMARY KEY (data_source_id, schema_name, table_name, column_name)
      )`);
    await queryRunner.query(`ALTER TABLE ask_settings ADD COLUMN tokens_per_day bigint CHECK (tokens_per_day > 0)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE ask_settings DROP COLUMN tokens_per_day');
    await queryRunner.query('DROP TABLE sampled_columns');
  }
}
