import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether remembered data was ever found, and where its source led, so that it is looked up until it is. What was not found is known by
 * what was written alone: one key, and no address.
 */
export class FoundData1763600000074 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE remembered_data ADD is_found boolean NOT NULL DEFAULT true, ADD connection jsonb, ADD looked_at timestamptz',
    );
    await queryRunner.query(`
      UPDATE remembered_data
         SET is_found = false, connection = jsonb_build_object('file', place)
       WHERE cardinality(keys) = 1 AND keys[1] LIKE 'file:%'`);
    await queryRunner.query(`
      UPDATE remembered_data r
         SET is_found = false, connection = jsonb_build_object('host', p[1], 'port', p[2]::int, 'database', p[3])
        FROM (SELECT id, regexp_match(place, '^([^:]+):(\\d+)/(.*)$') AS p FROM remembered_data) parts
       WHERE parts.id = r.id AND cardinality(keys) = 1 AND keys[1] NOT LIKE 'file:%'
         AND p IS NOT NULL AND p[1] !~ '^[0-9.]+$'`);
    await queryRunner.query(
      'CREATE INDEX remembered_data_never_found ON remembered_data (looked_at) WHERE NOT is_found',
    );
    await queryRunner.query('ALTER TABLE data_sources ADD data_looked_at timestamptz');
    await queryRunner.query(
      `CREATE INDEX data_sources_never_found ON data_sources (data_looked_at) WHERE data_keys = '{}'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX data_sources_never_found');
    await queryRunner.query('ALTER TABLE data_sources DROP data_looked_at');
    await queryRunner.query('ALTER TABLE remembered_data DROP is_found, DROP connection, DROP looked_at');
  }
}
