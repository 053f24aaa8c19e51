import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The requests that came with an `Idempotency-Key`, and what they were answered. Neither a key nor a body can be read from it. */
export class IdempotencyKeys1763600000036 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        id text PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        request_hash text NOT NULL,
        attempt uuid NOT NULL,
        claimed_at timestamptz NOT NULL,
        has_changed boolean NOT NULL DEFAULT false,
        answer_sealed text
      )`);
    await queryRunner.query('CREATE INDEX idempotency_keys_of_user ON idempotency_keys (user_id)');
    await queryRunner.query('CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE idempotency_keys');
  }
}
