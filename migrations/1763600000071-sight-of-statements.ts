import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What policies let a person see when a model wrote a statement for them: what was there before counts as seen without policies. */
export class SightOfStatements1763600000071 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE query_executions ADD COLUMN sight text');
    await queryRunner.query('ALTER TABLE conversation_turns ADD COLUMN sight text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE conversation_turns DROP COLUMN sight');
    await queryRunner.query('ALTER TABLE query_executions DROP COLUMN sight');
  }
}
