import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Organizations with policies from before names and values in policies were checked. Each is looked through once, at a start after the
 * upgrade; then its row goes.
 */
export class PoliciesToReview1763600000078 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE policies_to_review (
        organization_id integer PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE
      )`);
    await queryRunner.query(`
      INSERT INTO policies_to_review
      SELECT organization_id FROM abac_policy_versions WHERE state IN ('shadow', 'active')
       UNION SELECT organization_id FROM data_policies WHERE status = 'active'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE policies_to_review');
  }
}
