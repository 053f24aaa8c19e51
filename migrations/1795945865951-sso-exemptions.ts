import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members who may use their passwords for a time although their organization requires single sign-on. */
export class SsoExemptions1795945865951 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Who leaves the organization loses the exemption, and does not get it back when they return.
    await queryRunner.query(`
      CREATE TABLE sso_exemptions (
        organization_id integer NOT NULL,
        user_id integer NOT NULL,
        reason text NOT NULL,
        granted_at timestamptz NOT NULL,
        granted_by integer REFERENCES users (id) ON DELETE SET NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (organization_id, user_id),
        FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id) ON DELETE CASCADE
      )`);
    await queryRunner.query('CREATE INDEX sso_exemptions_by_end ON sso_exemptions (expires_at)');
    await queryRunner.query('CREATE INDEX sso_exemptions_granted_by ON sso_exemptions (granted_by)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sso_exemptions');
  }
}
