import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Vectors of what names and comments say of tables, for a ranking that does not depend on the words of a question. */
export class SchemaEmbeddings1763600000060 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // A vector lasts as long as its text, over all readings of a source; each source has its own.
    await queryRunner.query(`
      CREATE TABLE schema_embeddings (
        data_source_id integer NOT NULL REFERENCES data_sources (id) ON DELETE CASCADE,
        model text NOT NULL,
        text_hash bytea NOT NULL,
        vector bytea NOT NULL,
        PRIMARY KEY (data_source_id, model, text_hash)
      )`);
    await queryRunner.query(`
      CREATE TABLE schema_relation_texts (
        content_id bigint NOT NULL REFERENCES schema_contents (id) ON DELETE CASCADE,
        ordinal integer NOT NULL,
        text_hash bytea NOT NULL,
        PRIMARY KEY (content_id, ordinal)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE schema_relation_texts');
    await queryRunner.query('DROP TABLE schema_embeddings');
  }
}
