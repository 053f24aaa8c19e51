import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of what a data policy names and the last discovery did not find, a digest: what the owners were told last. */
export class OutdatedDataPolicies1763600000067 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE data_policies ADD COLUMN told_outdated text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE data_policies DROP COLUMN told_outdated');
  }
}
