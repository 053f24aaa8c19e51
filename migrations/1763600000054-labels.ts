import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labels of workspaces and data sources, by which access policies tell them apart. */
export class Labels1763600000054 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['workspaces', 'data_sources'])
      await queryRunner.query(`ALTER TABLE ${table} ADD labels text[] NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['workspaces', 'data_sources'])
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN labels`);
  }
}
