import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeclinedInvitations1795837330145 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE invitations ADD is_declined boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE invitations DROP COLUMN is_declined');
  }
}
