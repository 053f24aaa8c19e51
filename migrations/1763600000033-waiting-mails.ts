import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For whoever watches the outbox: how many mails wait, and since when. Mails that were sent are not in it, so it is nearly empty. */
export class WaitingMails1763600000033 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX outbox_mails_waiting ON outbox_mails (created_at) WHERE sent_at IS NULL AND failed_at IS NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX outbox_mails_waiting');
  }
}
