import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only the client that began a login may show that the account it found is its user's. */
export class LinkChallenge1763600000050 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sso_proposed_links ADD code_challenge text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sso_proposed_links DROP COLUMN code_challenge');
  }
}
