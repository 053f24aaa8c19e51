import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session that is only used changes no index. Built beside the requests that go on, so not in a transaction. */
export class UnendedSessions1795745125873 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await rebuilt(queryRunner, 'sessions_unended_of_user', 'sessions (user_id) WHERE ended_at IS NULL');
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS sessions_live_of_user');
    // Leaves room on each page for the next version of a row.
    await queryRunner.query('ALTER TABLE sessions SET (fillfactor = 90)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await rebuilt(queryRunner, 'sessions_live_of_user', 'sessions (user_id, last_used_at DESC) WHERE ended_at IS NULL');
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS sessions_unended_of_user');
    await queryRunner.query('ALTER TABLE sessions RESET (fillfactor)');
  }
}

/** What a run that was cut short has left is not valid. Its waiting keeps nobody from the table, so it may take long. */
async function rebuilt(queryRunner: QueryRunner, name: string, of: string): Promise<void> {
  await queryRunner.query('SET lock_timeout = 0');
  await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
}
