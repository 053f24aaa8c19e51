import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What policies decided, and from what. */
export class PolicyDecisions1763600000053 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // "shadow" is what the versions in shadow would have decided, where that differs. "request" is what was asked, so that it
    // can be asked again of other policies.
    await queryRunner.query(`
      CREATE TABLE abac_decisions (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        organization_id integer NOT NULL REFERENCES organizations (id),
        decided_at timestamptz NOT NULL,
        user_id integer NOT NULL,
        is_allowed boolean NOT NULL,
        reason text NOT NULL,
        policies jsonb NOT NULL,
        errors text[] NOT NULL,
        shadow jsonb,
        request jsonb NOT NULL,
        request_hash text NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX abac_decisions_of_organization ON abac_decisions (organization_id, id)');
    await queryRunner.query(
      `CREATE INDEX abac_decisions_of_interest ON abac_decisions (organization_id, id) WHERE NOT is_allowed OR shadow IS NOT NULL`,
    );
    await queryRunner.query('CREATE INDEX abac_decisions_in_time ON abac_decisions (decided_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE abac_decisions');
  }
}
