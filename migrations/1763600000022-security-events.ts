import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each person may read of the trail about their own account, by one index for what they did and one for what was done to it. */
export class SecurityEvents1763600000022 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX audit_events_of_account ON audit_events (target_id, occurred_at, id) WHERE target_type = 'user'`,
    );
    await queryRunner.query(
      `CREATE INDEX audit_events_by_account ON audit_events (actor_user_id, occurred_at, id)
        WHERE split_part(action, '.', 1) IN ('session', 'mfa', 'device')`,
    );
    await queryRunner.query(`
      CREATE TABLE guess_mails (
        user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        sent_at timestamptz NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE guess_mails');
    await queryRunner.query('DROP INDEX audit_events_by_account');
    await queryRunner.query('DROP INDEX audit_events_of_account');
  }
}
