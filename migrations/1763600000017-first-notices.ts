import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FirstNotices1763600000017 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The last word to a member is "reminded_at"; how long he takes counts from the first.
    await queryRunner.query('ALTER TABLE sso_wave_members ADD first_told_at timestamptz');
    await queryRunner.query('UPDATE sso_wave_members SET first_told_at = reminded_at');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sso_wave_members DROP COLUMN first_told_at');
  }
}
