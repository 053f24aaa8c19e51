import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a source says of itself beside its schemas: version, search path, types and extensions. Null until the next discovery. */
export class SourceFacts1763600000046 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_snapshots ADD COLUMN facts json');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_snapshots DROP COLUMN facts');
  }
}
