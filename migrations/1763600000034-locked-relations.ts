import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of a schema that was read the relations that somebody at the source held locked. */
export class LockedRelations1763600000034 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE schema_contents ADD COLUMN locked_relations text[] NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_contents DROP COLUMN locked_relations');
  }
}
