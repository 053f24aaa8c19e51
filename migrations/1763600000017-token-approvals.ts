import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nobody has approved the tokens that are there: they have what their issuers hold, and those that nobody issued have nothing. */
export class TokenApprovals1763600000017 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE scim_tokens
        ADD approved_up_to text CHECK (approved_up_to IN ('administrator', 'owner')),
        ADD approved_by integer REFERENCES users (id) ON DELETE SET NULL,
        ADD approved_at timestamptz,
        ADD approval_asked_at timestamptz,
        ADD CONSTRAINT scim_tokens_approved CHECK ((approved_up_to IS NULL) = (approved_at IS NULL))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE scim_tokens DROP CONSTRAINT scim_tokens_approved, DROP COLUMN approval_asked_at, DROP COLUMN approved_at,
        DROP COLUMN approved_by, DROP COLUMN approved_up_to`);
  }
}
