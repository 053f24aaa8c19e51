import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a helper may remove the second factors of a member alone. */
export class FactorResets1795961734030 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE organizations
        ADD COLUMN factor_resets text NOT NULL DEFAULT 'direct' CHECK (factor_resets IN ('direct', 'needs_approval'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE organizations DROP COLUMN factor_resets');
  }
}
