import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Failures are counted under keys that only this installation can make. The older ones, which no statement can translate, were
 * never older than a day; whoever is slowed down at this moment starts anew.
 */
export class AttemptCounters1763600000021 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM attempt_throttles');
    await queryRunner.query('CREATE INDEX attempt_throttles_by_age ON attempt_throttles (last_failure_at)');
    await queryRunner.query('CREATE INDEX sessions_by_network ON sessions (network)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX sessions_by_network');
    await queryRunner.query('DROP INDEX attempt_throttles_by_age');
    await queryRunner.query('DELETE FROM attempt_throttles');
  }
}
