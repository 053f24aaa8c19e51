import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What policies say, version by version, and which of them decide. */
export class PolicyVersions1763600000052 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // "revision" is what If-Match compares; "version" is the latest one.
    await queryRunner.query('ALTER TABLE abac_policies ADD revision integer NOT NULL DEFAULT 1');
    await queryRunner.query('ALTER TABLE abac_policies DROP CONSTRAINT abac_policies_status_check');
    await queryRunner.query(
      `ALTER TABLE abac_policies ADD CONSTRAINT abac_policies_status_check
         CHECK (status IN ('draft', 'shadow', 'active', 'disabled', 'archived')) NOT VALID`,
    );
    await queryRunner.query('ALTER TABLE abac_policies VALIDATE CONSTRAINT abac_policies_status_check');
    // The name of an archived policy is free again.
    await queryRunner.query('ALTER TABLE abac_policies DROP CONSTRAINT abac_policies_organization_id_name_key');
    await queryRunner.query(
      `CREATE UNIQUE INDEX abac_policies_name ON abac_policies (organization_id, name) WHERE status <> 'archived'`,
    );
    await queryRunner.query('CREATE INDEX abac_policies_of_organization ON abac_policies (organization_id, id)');
    // Only "state" and who published change. "tree" is the text in the JSON format of Cedar, bound to its organization.
    await queryRunner.query(`
      CREATE TABLE abac_policy_versions (
        policy_id integer NOT NULL REFERENCES abac_policies (id) ON DELETE CASCADE,
        version integer NOT NULL CHECK (version > 0),
        organization_id integer NOT NULL REFERENCES organizations (id),
        text text NOT NULL,
        tree jsonb NOT NULL,
        effect text NOT NULL CHECK (effect IN ('permit', 'forbid')),
        actions text[] NOT NULL,
        sha256 text NOT NULL CHECK (length(sha256) = 64),
        examples jsonb NOT NULL,
        state text NOT NULL CHECK (state IN ('draft', 'shadow', 'active', 'disabled')),
        author_id integer NOT NULL,
        created_at timestamptz NOT NULL,
        published_by integer,
        published_at timestamptz,
        PRIMARY KEY (policy_id, version)
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX abac_policy_versions_active ON abac_policy_versions (policy_id) WHERE state = 'active'`,
    );
    await queryRunner.query(
      `CREATE INDEX abac_policy_versions_in_force ON abac_policy_versions (organization_id)
         WHERE state IN ('shadow', 'active')`,
    );
    // A row is written, and locked, by each change of what decides. Read at every access to an organization.
    await queryRunner.query(`
      CREATE TABLE abac_epochs (
        organization_id integer PRIMARY KEY REFERENCES organizations (id),
        epoch integer NOT NULL CHECK (epoch > 0),
        is_deciding boolean NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE abac_epochs');
    await queryRunner.query('DROP TABLE abac_policy_versions');
    await queryRunner.query(`DELETE FROM abac_policies WHERE status = 'archived'`);
    await queryRunner.query('DROP INDEX abac_policies_of_organization');
    await queryRunner.query('DROP INDEX abac_policies_name');
    await queryRunner.query(
      'ALTER TABLE abac_policies ADD CONSTRAINT abac_policies_organization_id_name_key UNIQUE (organization_id, name)',
    );
    await queryRunner.query('ALTER TABLE abac_policies DROP CONSTRAINT abac_policies_status_check');
    await queryRunner.query(
      `ALTER TABLE abac_policies ADD CONSTRAINT abac_policies_status_check
         CHECK (status IN ('draft', 'shadow', 'active', 'disabled'))`,
    );
    await queryRunner.query('ALTER TABLE abac_policies DROP COLUMN revision');
  }
}
