import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why the data source did not prepare what was saved; NULL: it did. No source was asked about what was saved before. */
export class UnpreparedKnowledge1795991436636 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE knowledge ADD COLUMN unprepared text DEFAULT 'unasked'
        CHECK (unprepared IN ('busy', 'silent', 'unreachable', 'looked_up', 'unasked'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE knowledge DROP COLUMN unprepared');
  }
}
