import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refusals of callers who cannot be told apart: how many, not which. */
export class RefusalCounts1763600000025 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE refusal_counts (
        minute timestamptz NOT NULL,
        action text NOT NULL,
        reason text NOT NULL,
        network text NOT NULL,
        refusals bigint NOT NULL CHECK (refusals > 0),
        PRIMARY KEY (minute, action, reason, network)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE refusal_counts');
  }
}
