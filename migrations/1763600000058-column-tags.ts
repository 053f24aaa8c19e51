import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What columns hold, by name: tags stay when a discovery no longer finds a column. */
export class ColumnTags1763600000058 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE column_tags (
        data_source_id integer NOT NULL REFERENCES data_sources (id) ON DELETE CASCADE,
        schema_name text NOT NULL,
        relation_name text NOT NULL,
        column_name text NOT NULL,
        tag text NOT NULL,
        organization_id integer NOT NULL REFERENCES organizations (id),
        state text NOT NULL CHECK (state IN ('set', 'confirmed', 'refused')),
        changed_by integer NOT NULL,
        changed_at timestamptz NOT NULL,
        PRIMARY KEY (data_source_id, schema_name, relation_name, column_name, tag)
      )`);
    await queryRunner.query('CREATE INDEX column_tags_of_organization ON column_tags (organization_id, tag)');
    // The columns that a person has looked at: the others are hidden where a data policy goes by tags.
    await queryRunner.query(`
      CREATE TABLE reviewed_relations (
        data_source_id integer NOT NULL REFERENCES data_sources (id) ON DELETE CASCADE,
        schema_name text NOT NULL,
        relation_name text NOT NULL,
        organization_id integer NOT NULL REFERENCES organizations (id),
        columns text[] NOT NULL,
        PRIMARY KEY (data_source_id, schema_name, relation_name)
      )`);
    await queryRunner.query('CREATE INDEX reviewed_relations_of_organization ON reviewed_relations (organization_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE reviewed_relations');
    await queryRunner.query('DROP TABLE column_tags');
  }
}
