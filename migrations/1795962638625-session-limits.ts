import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long sessions of the people of an organization last; NULL: as long as the installation lets them. */
export class SessionLimits1795962638625 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE sign_in_requirements
        ADD COLUMN session_max_hours integer CHECK (session_max_hours BETWEEN 1 AND 720),
        ADD COLUMN session_idle_minutes integer CHECK (session_idle_minutes BETWEEN 15 AND 10080)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE sign_in_requirements DROP COLUMN session_max_hours, DROP COLUMN session_idle_minutes',
    );
  }
}
