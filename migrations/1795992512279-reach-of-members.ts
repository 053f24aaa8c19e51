import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  data_sources_of_organizations: 'data_sources (organization_id, id) WHERE workspace_id IS NULL',
  prompt_templates_of_organizations: 'prompt_templates (organization_id, id) WHERE workspace_id IS NULL',
  workspaces_public: 'workspaces (organization_id, id) WHERE allow_public_access',
};

/**
 * Lists find what a person sees without a look at what workspaces hide from them. Built beside the requests that go on, so not in a
 * transaction; what a run that was cut short has left is not valid.
 */
export class ReachOfMembers1795992512279 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('SET lock_timeout = 0');
    for (const [name, of] of Object.entries(INDEXES)) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}
