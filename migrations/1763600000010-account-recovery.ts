import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccountRecovery1763600000010 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // One row for each user and purpose: a new token takes the place of the older one, so that never two are good.
    await queryRunner.query(`
      CREATE TABLE mailed_tokens (
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('password_reset', 'email_verification')),
        request_id uuid NOT NULL,
        token_hash bytea CONSTRAINT mailed_tokens_hash_unique UNIQUE,
        email_key text NOT NULL,
        trust_epoch integer,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, purpose)
      )`);
    await queryRunner.query(`CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at)`);
    // For the rule that one system administrator stays; there are few of them.
    await queryRunner.query(`CREATE INDEX users_system_admins ON users (id) WHERE is_system_admin`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX users_system_admins');
    await queryRunner.query('DROP TABLE mailed_tokens');
  }
}
