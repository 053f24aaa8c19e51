import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language and time zone of mails. */
export class ReadingPreferences1795906483522 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE reading_preferences (
         user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
         language text CHECK (language IN ('en', 'de')),
         time_zone text CHECK (length(time_zone) <= 64)
       )`,
    );
    await queryRunner.query(`ALTER TABLE outbox_mails ADD COLUMN language text NOT NULL DEFAULT 'en'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE outbox_mails DROP COLUMN language');
    await queryRunner.query('DROP TABLE reading_preferences');
  }
}
