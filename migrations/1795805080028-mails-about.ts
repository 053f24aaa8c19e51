import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a mail is about, so that whoever caused it sees what became of it. Built beside the requests that go on, so not in a transaction. */
export class MailsAbout1795805080028 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE outbox_mails ADD COLUMN IF NOT EXISTS about text');
    const unfinished = (await queryRunner.query(
      `SELECT FROM pg_index WHERE indexrelid = to_regclass('outbox_mails_about') AND NOT indisvalid`,
    )) as readonly unknown[];
    await queryRunner.query('SET lock_timeout = 0');
    if (unfinished.length > 0) await queryRunner.query('DROP INDEX CONCURRENTLY outbox_mails_about');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_mails_about ON outbox_mails (about, id) WHERE about IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS outbox_mails_about');
    await queryRunner.query('ALTER TABLE outbox_mails DROP COLUMN IF EXISTS about');
  }
}
