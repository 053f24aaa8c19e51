import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which decisions a policy made, or would have made in shadow. */
export class DecisionPolicies1763600000068 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // A policy that was archived long ago may stand in it. The key holds all columns, so that a page and its total are
    // read from it alone, without the wide rows of the decisions.
    await queryRunner.query(`
      CREATE TABLE abac_decision_policies (
        organization_id integer NOT NULL,
        policy_id integer NOT NULL,
        decision_id bigint NOT NULL REFERENCES abac_decisions (id) ON DELETE CASCADE,
        is_of_interest boolean NOT NULL,
        PRIMARY KEY (policy_id, decision_id) INCLUDE (organization_id, is_of_interest)
      )`);
    // Decisions from before are not entered: that would hold up every decision that is recorded meanwhile.
    await queryRunner.query('CREATE INDEX abac_decision_policies_of_decision ON abac_decision_policies (decision_id)');
    // Of decisions that are kept no more: written when they are purged.
    await queryRunner.query('ALTER TABLE abac_policies ADD COLUMN last_purged_match_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE abac_policies DROP COLUMN last_purged_match_at');
    await queryRunner.query('DROP TABLE abac_decision_policies');
  }
}
