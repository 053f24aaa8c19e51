import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which owner let a system administrator offer a role: an invitation stands on their word while they are an owner. For those that were
 * sent before, it is the owner who decided about the newest used request for the role and the address. Invitations of which that is not
 * known have to be sent again.
 */
export class ApproverOfInvitations1763600000083 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE invitations ADD approved_by integer REFERENCES users (id) ON DELETE SET NULL');
    await queryRunner.query('CREATE INDEX invitations_approved_by ON invitations (approved_by)');
    await queryRunner.query(`
      UPDATE invitations i
         SET approved_by = (
               SELECT a.decided_by FROM access_requests a
                WHERE a.organization_id = i.organization_id AND a.requested_by = i.invited_by AND a.kind = 'give_role'
                  AND a.status = 'used' AND a.subject ->> 'email' = i.email_key AND a.subject ->> 'role_id' = i.role_id::text
                ORDER BY a.used_at DESC LIMIT 1)
       WHERE i.status = 'pending'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE invitations DROP approved_by');
  }
}
