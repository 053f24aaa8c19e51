import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What all instances together have counted in a minute. Unlogged: it is worth nothing a minute later, a crash included. */
export class QuotaCounters1763600000037 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE UNLOGGED TABLE quota_counters (
        minute integer NOT NULL,
        key text NOT NULL,
        used integer NOT NULL,
        PRIMARY KEY (minute, key)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE quota_counters');
  }
}
