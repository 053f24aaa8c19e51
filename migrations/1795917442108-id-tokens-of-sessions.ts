import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a provider of OpenID Connect has to be shown at logout. */
export class IdTokensOfSessions1795917442108 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions ADD COLUMN id_token_sealed text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN id_token_sealed');
  }
}
