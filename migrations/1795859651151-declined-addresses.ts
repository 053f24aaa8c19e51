import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'invitations_declined';

/** Few are declined, so that a list of people finds them at once. Built beside the requests that go on, so not in a transaction. */
export class DeclinedAddresses1795859651151 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // One whose building was broken off is there, and of no use.
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ${NAME} ON invitations (organization_id, email_key) WHERE is_declined`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`);
  }
}
