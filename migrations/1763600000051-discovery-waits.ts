import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who waits for a discovery, on any instance. A discovery without a row here was announced by an instance of the version before:
 * nobody is known to wait for it, so that one cancel ends it, as it did then.
 */
export class DiscoveryWaits1763600000051 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE schema_discovery_waits (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        discovery_id integer NOT NULL REFERENCES schema_discoveries (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users (id),
        cancelled_at timestamptz
      )`);
    await queryRunner.query(
      `CREATE INDEX schema_discovery_waits_of_discovery ON schema_discovery_waits (discovery_id)`,
    );
    // People who ask again after they have cancelled wait anew, under another id: a late word of the first cancel must not end that.
    await queryRunner.query(`
      CREATE UNIQUE INDEX schema_discovery_waits_unique ON schema_discovery_waits (discovery_id, user_id)
       WHERE cancelled_at IS NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE schema_discovery_waits');
  }
}
