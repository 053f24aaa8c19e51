import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What organizations are told of the accounts of their members: found by the member, and skipped where people read of their own account. */
export class MemberEvents1763600000044 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX audit_events_of_member ON audit_events (chain_id, target_id, occurred_at, id)
        WHERE target_type = 'member'`,
    );
    await queryRunner.query(
      `CREATE INDEX audit_events_by_account_itself ON audit_events (actor_user_id, occurred_at, id)
        WHERE split_part(action, '.', 1) IN ('session', 'mfa', 'device') AND target_type IS DISTINCT FROM 'member'`,
    );
    await queryRunner.query('DROP INDEX audit_events_by_account');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX audit_events_by_account ON audit_events (actor_user_id, occurred_at, id)
        WHERE split_part(action, '.', 1) IN ('session', 'mfa', 'device')`,
    );
    await queryRunner.query('DROP INDEX audit_events_by_account_itself');
    await queryRunner.query('DROP INDEX audit_events_of_member');
  }
}
