import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SsoStepUp1763600000028 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE sso_attempts
      DROP CONSTRAINT sso_attempts_purpose_check,
      ADD CONSTRAINT sso_attempts_purpose_check CHECK (purpose IN ('login', 'test', 'link', 'step_up'))`);
    await queryRunner.query(`ALTER TABLE sso_link_tickets
      ADD purpose text NOT NULL DEFAULT 'link' CHECK (purpose IN ('link', 'step_up'))`);
    // The session that a code renews; without one it opens a session.
    await queryRunner.query(`ALTER TABLE sso_codes ADD step_up_session_id integer`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM sso_codes WHERE step_up_session_id IS NOT NULL`);
    await queryRunner.query(`ALTER TABLE sso_codes DROP step_up_session_id`);
    await queryRunner.query(`DELETE FROM sso_link_tickets WHERE purpose = 'step_up'`);
    await queryRunner.query(`ALTER TABLE sso_link_tickets DROP purpose`);
    await queryRunner.query(`DELETE FROM sso_attempts WHERE purpose = 'step_up'`);
    await queryRunner.query(`ALTER TABLE sso_attempts
      DROP CONSTRAINT sso_attempts_purpose_check,
      ADD CONSTRAINT sso_attempts_purpose_check CHECK (purpose IN ('login', 'test', 'link'))`);
  }
}
