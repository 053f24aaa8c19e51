import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Platform1763600000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE application_secrets (
        name text PRIMARY KEY,
        value_sealed text NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE attempt_throttles (
        key text PRIMARY KEY,
        failures double precision NOT NULL,
        last_failure_at timestamptz NOT NULL,
        blocked_until timestamptz
      )`);
    await queryRunner.query(`
      CREATE TABLE audit_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        occurred_at timestamptz NOT NULL,
        action text NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('success', 'refused')),
        actor_user_id integer,
        organization_id integer,
        target_type text,
        target_id text,
        ip text,
        request_id text,
        detail jsonb NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE audit_events');
    await queryRunner.query('DROP TABLE attempt_throttles');
    await queryRunner.query('DROP TABLE application_secrets');
  }
}
