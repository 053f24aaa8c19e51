import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['data_sources', 'prompt_templates'] as const;

/** What there is stays with its organization. A workspace that holds something cannot be deleted. */
export class ThingsOfWorkspaces1795801130264 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(`ALTER TABLE ${table} ADD workspace_id integer`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_of_workspace FOREIGN KEY (organization_id, workspace_id)
           REFERENCES workspaces (organization_id, id) NOT VALID`,
      );
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_of_workspace`);
      await queryRunner.query(
        `CREATE INDEX ${table}_in_workspaces ON ${table} (organization_id, workspace_id) WHERE workspace_id IS NOT NULL`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN workspace_id`);
  }
}
