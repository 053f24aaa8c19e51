import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is written stays: for the application's own connection as for everybody else's, replication included. */
const APPEND_ONLY = ['audit_events', 'audit_seals'];

/** The same order for every list, newest first, whether it is read backwards from the end or from a point in time. */
const INDEXES = {
  audit_events_of_chain: '(chain_id, id)',
  audit_events_of_chain_by_time: '(chain_id, occurred_at, id)',
  audit_events_of_chain_by_action: '(chain_id, action, occurred_at, id)',
  audit_events_of_chain_by_actor: '(chain_id, actor_user_id, occurred_at, id)',
  audit_events_of_chain_refused: `(chain_id, occurred_at, id) WHERE outcome = 'refused'`,
  audit_events_by_time: '(occurred_at, id)',
  audit_events_by_action: '(action, occurred_at, id)',
  audit_events_by_actor: '(actor_user_id, occurred_at, id)',
  audit_events_refused: `(occurred_at, id) WHERE outcome = 'refused'`,
};

/**
 * Each organization has a chain of seals over its events, and the installation one (0) over those that belong to none.
 * A head vouches for where its chain ends, so that links missing there are missed as well.
 */
export class Audit1763600000011 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE audit_events
         ADD COLUMN chain_id integer NOT NULL GENERATED ALWAYS AS (coalesce(organization_id, 0)) STORED`,
    );
    for (const [name, columns] of Object.entries(INDEXES))
      await queryRunner.query(`CREATE INDEX ${name} ON audit_events ${columns}`);
    await queryRunner.query(`
      CREATE TABLE audit_seals (
        organization_id integer NOT NULL,
        position integer NOT NULL,
        first_event_id bigint NOT NULL,
        last_event_id bigint NOT NULL,
        event_count integer NOT NULL,
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL,
        sealed_at timestamptz NOT NULL,
        PRIMARY KEY (organization_id, position)
      )`);
    await queryRunner.query(`
      CREATE TABLE audit_heads (
        organization_id integer PRIMARY KEY,
        position integer NOT NULL,
        last_event_id bigint NOT NULL,
        hash bytea NOT NULL,
        proof bytea NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX audit_heads_by_event ON audit_heads (last_event_id)`);
    await refuseChanges(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE audit_heads');
    await queryRunner.query('DROP TABLE audit_seals');
    await queryRunner.query('DROP TRIGGER append_only ON audit_events');
    await queryRunner.query('DROP FUNCTION refuse_backward_head');
    await queryRunner.query('DROP FUNCTION refuse_change');
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX ${name}`);
    await queryRunner.query('ALTER TABLE audit_events DROP COLUMN chain_id');
  }
}

async function refuseChanges(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The table % is append-only: % is refused.', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege';
    END $$`);
  for (const table of APPEND_ONLY) await protect(queryRunner, table, 'UPDATE OR DELETE OR TRUNCATE');
  await protect(queryRunner, 'audit_heads', 'DELETE OR TRUNCATE');
  await queryRunner.query(`
    CREATE FUNCTION refuse_backward_head() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.organization_id <> OLD.organization_id OR NEW.position <= OLD.position THEN
        RAISE EXCEPTION 'The head of a chain only moves forward.' USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NEW;
    END $$`);
  await queryRunner.query(`
    CREATE TRIGGER forward_only BEFORE UPDATE ON audit_heads FOR EACH ROW EXECUTE FUNCTION refuse_backward_head()`);
  await queryRunner.query('ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER forward_only');
}

/** A statement trigger also refuses what would have touched no row; ALWAYS also under session_replication_role. */
async function protect(queryRunner: QueryRunner, table: string, operations: string): Promise<void> {
  await queryRunner.query(
    `CREATE TRIGGER append_only BEFORE ${operations} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  );
  await queryRunner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
}
