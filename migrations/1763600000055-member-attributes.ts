import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an organization knows of a member besides their role, for its access policies. They go with the membership. */
export class MemberAttributes1763600000055 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE member_attributes (
        organization_id integer NOT NULL,
        user_id integer NOT NULL,
        attributes jsonb NOT NULL CHECK (jsonb_typeof(attributes) = 'object'),
        version integer NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (organization_id, user_id),
        FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id) ON DELETE CASCADE
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE member_attributes');
  }
}
