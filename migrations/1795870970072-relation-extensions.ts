import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The extension that brought a relation; unknown of what is read already. */
export class RelationExtensions1795870970072 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_relations ADD COLUMN extension text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_relations DROP COLUMN extension');
  }
}
