import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PasswordReach1763600000032 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // What those who set the password of an unclaimed account could give; NULL: nobody but its owner set it.
    await queryRunner.query('ALTER TABLE users ADD password_reach text[]');
    // Whoever set one before could at least give what the account holds.
    await queryRunner.query(`
      UPDATE users u SET password_reach = ARRAY(
        SELECT DISTINCT p FROM roles r, unnest(r.permissions) p
         WHERE r.id IN (SELECT m.role_id FROM organization_members m
                         WHERE m.organization_id = u.provisioned_by AND m.user_id = u.id
                         UNION ALL
                        SELECT w.role_id FROM workspace_members w
                         WHERE w.organization_id = u.provisioned_by AND w.user_id = u.id))
       WHERE u.claimed_at IS NULL AND u.password_hash IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN password_reach');
  }
}
