import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnclaimedAccounts1763600000019 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // When the owner took the account over from whoever made it; NULL: unclaimed.
    await queryRunner.query(`ALTER TABLE users ADD claimed_at timestamptz`);
    // Of those that a directory made only the ones whose owner has used a mailed link since; all others were their owner's from the start.
    await queryRunner.query(
      `UPDATE users SET claimed_at = coalesce(email_verified_at, created_at)
        WHERE provisioned_by IS NULL OR email_verified_at IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN claimed_at');
  }
}
