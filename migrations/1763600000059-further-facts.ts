import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What discoveries tell beyond `detail` (triggers, row security, and more), apart from it, so that its hash stays comparable with
 * those of earlier snapshots; and the engine's own numbers, by which renames are known. Null: it was not asked for, by a version
 * before this one.
 */
export class FurtherFacts1763600000059 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE schema_relations ADD COLUMN further json, ADD COLUMN further_hash text, ADD COLUMN engine_id text, ADD COLUMN ids json',
    );
    await queryRunner.query('ALTER TABLE schema_contents ADD COLUMN engine_id text, ADD COLUMN composite_types json');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_contents DROP COLUMN composite_types, DROP COLUMN engine_id');
    await queryRunner.query(
      'ALTER TABLE schema_relations DROP COLUMN ids, DROP COLUMN engine_id, DROP COLUMN further_hash, DROP COLUMN further',
    );
  }
}
