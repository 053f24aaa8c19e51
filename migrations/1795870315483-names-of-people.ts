import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NamesOfPeople1795870315483 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE users ADD COLUMN display_name text, ADD COLUMN name_words text, ADD COLUMN is_name_own boolean NOT NULL DEFAULT false',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE users DROP COLUMN is_name_own, DROP COLUMN name_words, DROP COLUMN display_name',
    );
  }
}
