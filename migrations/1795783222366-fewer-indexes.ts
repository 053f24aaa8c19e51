import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF_ORGANIZATION = 'chain_id <> 0';
const NO_COPY = `target_type IS DISTINCT FROM 'member'`;

const FEWER = {
  audit_events_of_organization: `audit_events (chain_id, occurred_at, id) WHERE ${OF_ORGANIZATION}`,
  audit_events_of_organization_by_action: `audit_events (chain_id, action, occurred_at, id) WHERE ${OF_ORGANIZATION}`,
  audit_events_of_actor: 'audit_events (actor_user_id, chain_id, occurred_at, id) WHERE actor_user_id IS NOT NULL',
  audit_events_but_copies: `audit_events (occurred_at, id) WHERE ${NO_COPY}`,
  audit_events_but_copies_by_action: `audit_events (action, occurred_at, id) WHERE ${NO_COPY}`,
  sessions_of_network: 'sessions (network, user_id)',
  sessions_over: 'sessions (least(ended_at, expires_at))',
};

const MORE = {
  audit_events_of_chain_by_time: 'audit_events (chain_id, occurred_at, id)',
  audit_events_of_chain_by_action: 'audit_events (chain_id, action, occurred_at, id)',
  audit_events_of_chain_by_actor: 'audit_events (chain_id, actor_user_id, occurred_at, id)',
  audit_events_by_time: 'audit_events (occurred_at, id)',
  audit_events_by_action: 'audit_events (action, occurred_at, id)',
  audit_events_by_actor: 'audit_events (actor_user_id, occurred_at, id)',
  sessions_by_network: 'sessions (network)',
  sessions_of_user_by_network: 'sessions (user_id, network)',
  sessions_by_expiry: 'sessions (expires_at)',
  sessions_by_end: 'sessions (ended_at) WHERE ended_at IS NOT NULL',
};

type Indexes = Readonly<Record<string, string>>;

/**
 * An event is in no index whose lists do not show it: one of an account in none of organizations, and its copies for organizations in none
 * of the installation. Built beside the requests that go on, so not in a transaction.
 */
export class FewerIndexes1795783222366 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await replace(queryRunner, MORE, FEWER);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await replace(queryRunner, FEWER, MORE);
  }
}

/** A run that was cut short goes on where it was. Its waiting keeps nobody from the tables, so it may take long. */
async function replace(queryRunner: QueryRunner, old: Indexes, built: Indexes): Promise<void> {
  await queryRunner.query('SET lock_timeout = 0');
  for (const [name, of] of Object.entries(built)) {
    const unfinished = (await queryRunner.query(
      'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [name],
    )) as readonly unknown[];
    if (unfinished.length > 0) await queryRunner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await queryRunner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${of}`);
  }
  for (const name of Object.keys(old)) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
