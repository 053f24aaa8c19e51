import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Arrivals1763600000031 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // When the person behind a membership has come; NULL: a directory brings them, and they have not. Everybody else comes by joining.
    await queryRunner.query('ALTER TABLE organization_members ADD arrived_at timestamptz DEFAULT now()');
    // Not those whose account nobody has shown to be theirs, and nobody has used.
    await queryRunner.query(`
      UPDATE organization_members m SET arrived_at = CASE
        WHEN u.claimed_at IS NULL AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = m.user_id)
         AND NOT EXISTS (SELECT FROM sso_identities i WHERE i.user_id = m.user_id AND i.last_login_at IS NOT NULL) THEN NULL
        ELSE m.joined_at END
        FROM users u WHERE u.id = m.user_id`);
    // Every login asks who has come, and organizations ask whom they wait for.
    await queryRunner.query(
      'CREATE INDEX organization_members_arriving ON organization_members (user_id) WHERE arrived_at IS NULL',
    );
    await queryRunner.query(
      'CREATE INDEX organization_members_awaited ON organization_members (organization_id) WHERE arrived_at IS NULL',
    );
    // Every invitation asks whether a directory brings the address already.
    await queryRunner.query(
      `CREATE INDEX scim_resources_by_address ON scim_resources (organization_id, address_key)
        WHERE address_key IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX scim_resources_by_address');
    await queryRunner.query('ALTER TABLE organization_members DROP COLUMN arrived_at');
  }
}
