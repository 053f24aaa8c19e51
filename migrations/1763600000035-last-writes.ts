import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to where in the WAL a replica has to be before it may answer an account that wrote. Unlogged: to note it costs no flush, and where
 * PostgreSQL empties the table, after a crash or a promotion, no replica is used before it has what was written until then.
 */
export class LastWrites1763600000035 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Without a foreign key: its check would lock the row of the account, which is logged.
    await queryRunner.query(`
      CREATE UNLOGGED TABLE last_writes (
        user_id integer PRIMARY KEY,
        lsn pg_lsn NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE last_writes');
  }
}
