import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DirectoryPasswords1763600000020 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // What becomes of a password that the directory of the organization sends.
    await queryRunner.query(
      `ALTER TABLE organizations ADD directory_passwords text NOT NULL DEFAULT 'ignore'
        CONSTRAINT organizations_directory_passwords CHECK (directory_passwords IN ('ignore', 'accept'))`,
    );
    await queryRunner.query(`ALTER TABLE users ADD password_offered_at timestamptz`);
    // An unclaimed account has no password but one that its directory has set.
    await queryRunner.query(
      `UPDATE organizations o SET directory_passwords = 'accept'
        WHERE EXISTS (SELECT 1 FROM users u
                       WHERE u.provisioned_by = o.id AND u.claimed_at IS NULL AND u.password_hash IS NOT NULL)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN password_offered_at');
    await queryRunner.query('ALTER TABLE organizations DROP COLUMN directory_passwords');
  }
}
