import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What relations and columns that data policies or tags name were called before, or may have been. */
export class FormerNames1763600000065 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Without a column it is about the relation. What is not certain hides the relation until a person has looked at it.
    await queryRunner.query(`
      CREATE TABLE former_names (
        data_source_id integer NOT NULL REFERENCES data_sources (id) ON DELETE CASCADE,
        organization_id integer NOT NULL REFERENCES organizations (id),
        schema_name text NOT NULL,
        relation_name text NOT NULL,
        column_name text NOT NULL DEFAULT '',
        was_schema text NOT NULL,
        was_relation text NOT NULL,
        was_column text NOT NULL DEFAULT '',
        is_certain boolean NOT NULL,
        PRIMARY KEY (data_source_id, schema_name, relation_name, column_name, was_schema, was_relation, was_column),
        CHECK ((column_name = '') = (was_column = ''))
      )`);
    await queryRunner.query('CREATE INDEX former_names_of_organization ON former_names (organization_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE former_names');
  }
}
