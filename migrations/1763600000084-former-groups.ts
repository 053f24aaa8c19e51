import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who was in a group that a directory has deleted, under the name that policies which still meet them have for it. */
export class FormerGroups1763600000084 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE former_groups (
        organization_id integer NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
        name text NOT NULL,
        user_ids integer[] NOT NULL,
        PRIMARY KEY (organization_id, name)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE former_groups');
  }
}
