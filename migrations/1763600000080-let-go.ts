import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How often the trust epoch of an account rose because it was stopped without a change of its credentials. Keys for AI clients count
 * without those: they rest meanwhile, and do not end.
 */
export class LetGo1763600000080 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN times_let_go integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // An older version compares keys with the whole epoch.
    await queryRunner.query(
      'UPDATE access_keys k SET trust_epoch = k.trust_epoch + u.times_let_go FROM users u WHERE u.id = k.user_id AND u.times_let_go > 0',
    );
    await queryRunner.query('ALTER TABLE users DROP COLUMN times_let_go');
  }
}
