import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  query_executions_of_person: 'query_executions (user_id)',
  abac_decisions_of_person: 'abac_decisions (user_id)',
  outbox_mails_to: 'outbox_mails (lower(recipient))',
};

/**
 * The export of a person finds what is kept about them without a look at everybody. Built beside the requests that go on, so not in a
 * transaction; what a run that was cut short has left is not valid.
 */
export class ExportsOfPeople1796007102214 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('SET lock_timeout = 0');
    for (const [name, of] of Object.entries(INDEXES)) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}
