import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the condition of a data policy cannot be evaluated, when that was seen last, and for whom. A change of the policy clears it. */
export class FailingDataPolicies1763600000079 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE data_policies
        ADD COLUMN failing_since timestamptz,
        ADD COLUMN failed_at timestamptz,
        ADD COLUMN failed_for integer,
        ADD CONSTRAINT data_policies_failing CHECK (num_nulls(failing_since, failed_at, failed_for) IN (0, 3))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE data_policies DROP COLUMN failing_since, DROP COLUMN failed_at, DROP COLUMN failed_for',
    );
  }
}
