import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An approval to give a role is for what the role allowed when it was asked for. Of custom roles that is not known afterwards: what is
 * open ends, and invitations that stand on it have to be sent again. Built-in roles do not change.
 */
export class ApprovedPermissions1763600000087 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE access_requests a
         SET subject = a.subject || jsonb_build_object('permissions',
               (SELECT jsonb_agg(p ORDER BY p COLLATE "C") FROM unnest(r.permissions) p))
        FROM roles r
       WHERE a.kind = 'give_role' AND a.status IN ('requested', 'approved')
         AND r.id = (a.subject ->> 'role_id')::int AND r.organization_id = a.organization_id AND r.is_built_in`);
    await queryRunner.query(`
      UPDATE access_requests SET status = 'expired'
       WHERE kind = 'give_role' AND status IN ('requested', 'approved') AND NOT subject ? 'permissions'`);
    await queryRunner.query('ALTER TABLE invitations ADD approved_permissions text[]');
    await queryRunner.query(`
      UPDATE invitations i
         SET approved_permissions = coalesce((SELECT r.permissions FROM roles r WHERE r.id = i.role_id AND r.is_built_in), '{}')
       WHERE i.is_approved`);
    await queryRunner.query('ALTER TABLE invitations DROP is_approved');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE invitations ADD is_approved boolean NOT NULL DEFAULT false');
    // Those that an older version would give the role as it is now have to be sent again.
    await queryRunner.query(`
      UPDATE invitations i SET is_approved = true
       WHERE EXISTS (SELECT FROM roles r WHERE r.id = i.role_id AND r.is_built_in AND r.permissions = i.approved_permissions)`);
    await queryRunner.query('ALTER TABLE invitations DROP approved_permissions');
    await queryRunner.query(`
      UPDATE access_requests SET status = 'expired' WHERE kind = 'give_role' AND status IN ('requested', 'approved')`);
  }
}
