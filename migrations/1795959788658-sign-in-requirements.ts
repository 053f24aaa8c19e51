import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an organization asks of every session of its people, beside single sign-on. */
export class SignInRequirements1795959788658 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // One row for each organization that has ever asked for something. Without factor_from it asks for no second factor.
    await queryRunner.query(`
      CREATE TABLE sign_in_requirements (
        organization_id integer PRIMARY KEY REFERENCES organizations (id),
        version integer NOT NULL,
        factor_from timestamptz,
        factor_grace_days integer NOT NULL DEFAULT 0 CHECK (factor_grace_days BETWEEN 0 AND 90),
        changed_at timestamptz NOT NULL,
        changed_by integer REFERENCES users (id) ON DELETE SET NULL
      )`);
    await queryRunner.query('CREATE INDEX sign_in_requirements_changed_by ON sign_in_requirements (changed_by)');
    // Each reminder is sent once for a day on which the factor is due; a new day begins anew.
    await queryRunner.query(`
      CREATE TABLE factor_reminders (
        organization_id integer NOT NULL,
        user_id integer NOT NULL,
        due_at timestamptz NOT NULL,
        days integer NOT NULL,
        sent_at timestamptz NOT NULL,
        PRIMARY KEY (organization_id, user_id, due_at, days),
        FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id) ON DELETE CASCADE
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE factor_reminders');
    await queryRunner.query('DROP TABLE sign_in_requirements');
  }
}
