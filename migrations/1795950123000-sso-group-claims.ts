import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups among the claims of a login give roles, as groups of a directory do. */
export class SsoGroupClaims1795950123000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE organization_members ADD COLUMN is_from_claims boolean NOT NULL DEFAULT false',
    );
    await queryRunner.query('ALTER TABLE workspace_members ADD COLUMN is_from_claims boolean NOT NULL DEFAULT false');
    await queryRunner.query(`
      CREATE TABLE sso_group_settings (
        connection_id integer PRIMARY KEY REFERENCES sso_connections (id) ON DELETE CASCADE,
        absent_groups text NOT NULL CHECK (absent_groups IN ('keep', 'none')),
        responsible_user_id integer REFERENCES users (id) ON DELETE SET NULL,
        version integer NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await queryRunner.query(
      'CREATE INDEX sso_group_settings_of_responsible ON sso_group_settings (responsible_user_id)',
    );
    // Names are compared as they are sent: two that look alike are two groups.
    await queryRunner.query(`
      CREATE TABLE sso_group_mappings (
        organization_id integer NOT NULL,
        connection_id integer NOT NULL,
        rank integer NOT NULL,
        group_name text COLLATE "C" NOT NULL,
        workspace_id integer,
        role_id integer NOT NULL,
        PRIMARY KEY (connection_id, rank),
        UNIQUE NULLS NOT DISTINCT (connection_id, group_name, workspace_id),
        FOREIGN KEY (organization_id, connection_id) REFERENCES sso_connections (organization_id, id) ON DELETE CASCADE,
        FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
        FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id)
      )`);
    await queryRunner.query(
      'CREATE INDEX sso_group_mappings_of_connection ON sso_group_mappings (organization_id, connection_id)',
    );
    await queryRunner.query('CREATE INDEX sso_group_mappings_of_role ON sso_group_mappings (organization_id, role_id)');
    await queryRunner.query(
      'CREATE INDEX sso_group_mappings_of_workspace ON sso_group_mappings (organization_id, workspace_id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sso_group_mappings');
    await queryRunner.query('DROP TABLE sso_group_settings');
    await queryRunner.query('ALTER TABLE workspace_members DROP COLUMN is_from_claims');
    await queryRunner.query('ALTER TABLE organization_members DROP COLUMN is_from_claims');
  }
}
