import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a data source cannot be read, as its latest test or discovery found. */
export class FailingDataSources1795931169375 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE data_sources ADD COLUMN failing_since timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE data_sources DROP COLUMN failing_since');
  }
}
