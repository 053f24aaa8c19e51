import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'users_words';
const BETWEEN = "@._+-!#$%&''*/=?^`{|}~";

/** A search for people by the words of their names. Built beside the requests that go on, so not in a transaction. */
export class WordsOfPeople1795870318531 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // One whose building was broken off is there, and of no use.
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ${NAME} ON users USING gin (to_tsvector('simple', coalesce(name_words, '') || ' ' ||
         translate(username_key || ' ' || email_key, '${BETWEEN}', '${' '.repeat(BETWEEN.length - 1)}')))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`);
  }
}
