import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { FileOfTable } from '../../src/evidence/adapters/persistence/file-of-table.js';
import { FILES_OF_ORGANIZATION } from '../../src/evidence/adapters/persistence/files-of-organization.js';
import { FILES_OF_PERSON } from '../../src/evidence/adapters/persistence/files-of-person.js';
import { type TestDatabase, createTestDatabase, poolAt } from '../support/database.js';

type Reasons = Readonly<Record<string, readonly string[]>>;

const OF_INSTALLATION = [
  ...['application_secrets', 'signing_keys', 'schema_migrations', 'rivers', 'attempt_throttles', 'quota_counters', 'refusal_counts'],
  ...['audit_heads', 'export_parts'],
];
/** They live for minutes, are spent by what they begin, and say nothing that sessions, mails and the trail do not. */
const OF_MINUTES = [
  ...['device_activations', 'idempotency_keys', 'last_writes', 'mfa_ceremonies', 'mfa_challenges', 'sso_attempts', 'sso_assertions'],
  ...['sso_codes', 'sso_link_tickets', 'sso_proposed_links'],
];
/** Cached from a data source, or values of its rows. Data policies decide for each reader what they see of it. */
const OF_SOURCES = [
  ...['sampled_columns', 'schema_contents', 'schema_embeddings', 'schema_references', 'schema_relation_texts', 'schema_relations'],
  ...['schema_snapshot_parts', 'schema_snapshots'],
];
const COUNTERS = ['abac_epochs', 'data_policy_epochs', 'policies_to_review', 'abac_decision_policies'];

const NOT_OF_PERSON: Reasons = {
  'of the installation, or about nobody': OF_INSTALLATION,
  'for minutes': OF_MINUTES,
  'of data sources': OF_SOURCES,
  'secrets alone': ['agent_codes', 'agent_tokens', 'device_tokens', 'webhook_secrets'],
  'of an organization, and names nobody': [
    ...COUNTERS,
    ...[
      'abac_policies',
      'access_key_rules',
      'agent_client_secrets',
      'agent_clients',
      'agent_rules',
      'ask_settings',
      'audit_archives',
      'audit_seals',
      'board_questions',
      'former_names',
    ],
    ...['reviewed_relations', 'scim_group_mappings', 'scim_settings', 'sso_certificate_notices', 'sso_domains', 'sso_group_mappings'],
    ...['sso_moves', 'sso_progress', 'sso_service_keys', 'webhook_deliveries', 'webhooks'],
  ],
};
const NOT_OF_ORGANIZATION: Reasons = {
  'of the installation, or of no organization': OF_INSTALLATION,
  'for minutes': OF_MINUTES,
  'of data sources': [...OF_SOURCES, 'schema_discoveries', 'schema_discovery_waits'],
  'secrets alone': ['agent_codes', 'agent_tokens', 'device_tokens', 'webhook_secrets'],
  'follows from other files': [...COUNTERS, 'sso_snapshots'],
  'of an account, which its person exports': [
    ...['conversation_turns', 'conversations', 'devices', 'email_collisions', 'guess_mails', 'mailed_tokens', 'mfa_factors'],
    ...['mfa_recovery_codes', 'outbox_mails', 'query_executions', 'query_feedback', 'reading_preferences', 'sessions', 'sso_tests'],
  ],
};

/** Somebody who signs in has come. */
const OF_THOSE_WHO_CAME = ['access_keys', 'policy_decisions', 'sso_denials'];

/** Integers that are people by no foreign key and no usual name. */
const PEOPLE = ['abac_policy_versions.author_id', 'abac_policy_versions.published_by', 'token_spending.spender_id'];
const NAMES_PEOPLE = /(^|_)user_ids?$|_by$|_by_user_id$|_user$/;
const NOT_PEOPLE: Reasons = {
  'the name of a worker, a word or an organization': [
    'sso_identities.linked_by',
    'webhooks.claimed_by',
    'users.provisioned_by',
    'schema_migrations.applied_by',
  ],
};

/** Secrets, and keys that are made of what is exported. */
const NEVER = /(_hash|_sealed|_key|_keys|_look|_words|trust_epoch)$/;
const LEFT_OUT_OF_PERSON: Reasons = {
  'another person, or what others may see and do': [
    ...['users.password_reach', 'users.times_let_go', 'access_requests.subject', 'access_requests.decided_by'],
    ...['former_groups.user_ids', 'sso_snapshots.user_ids', 'sso_break_glass.designated_by', 'sso_exemptions.granted_by'],
    ...['abac_decisions.reason', 'abac_decisions.policies', 'abac_decisions.errors', 'abac_decisions.shadow', 'abac_decisions.request'],
  ],
  'what the owner of the row is': [
    ...[
      'reading_preferences',
      'email_collisions',
      'mailed_tokens',
      'guess_mails',
      'mfa_factors',
      'mfa_recovery_codes',
      'devices',
      'sessions',
    ],
    ...['sso_identities', 'member_attributes', 'scim_departures', 'access_keys', 'sso_denials', 'sso_requirements', 'sso_exemptions'],
    ...[
      'sso_break_glass',
      'sso_wave_members',
      'sso_move_members',
      'factor_reminders',
      'conversations',
      'query_executions',
      'query_feedback',
    ],
    ...['abac_decisions'],
  ].map((table) => `${table}.user_id`),
  'statements and results, of which data policies decide': [
    ...['conversation_turns.sql', 'conversation_turns.columns', 'conversation_turns.row_count', 'conversation_turns.is_truncated'],
    ...['conversation_turns.asked_back', 'conversation_turns.sight', 'query_executions.sql', 'query_executions.row_count'],
    ...['query_executions.is_truncated', 'query_executions.sight', 'query_feedback.corrected_sql'],
  ],
  'how the service works, not what it knows': [
    ...[
      'mailed_tokens.request_id',
      'outbox_mails.about',
      'mfa_factors.last_time_step',
      'mfa_factors.credential_id',
      'mfa_factors.sign_count',
    ],
    ...['devices.family_id', 'query_executions.cancel_requested', 'query_executions.heartbeat_at', 'member_attributes.version'],
    ...['sso_snapshots.snapshot_hash', 'token_spending.kind', 'token_spending.spender_id', 'access_requests.requested_by'],
  ],
};

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = poolAt(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const flat = (reasons: Reasons): string[] => Object.values(reasons).flat();
const tables = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
};
const tablesOf = (files: readonly FileOfTable[]): Set<string> =>
  new Set(files.flatMap(({ sql }) => [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map(([, name = '']) => name)));

/** What PostgreSQL says of the columns of the statements themselves; those of a union have no table. */
async function columnsOf(files: readonly FileOfTable[]): Promise<Set<string>> {
  const names = await pool.query<{ key: string; name: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS key, a.attrelid::regclass || '.' || a.attname AS name FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace`,
  );
  const known = new Map(names.rows.map(({ key, name }) => [key, name]));
  const found = new Set<string>();
  for (const { sql } of files) {
    const { fields } = await pool.query(`SELECT * FROM (${sql}) r LIMIT 0`, sql.includes('$2') ? [1, [1]] : [1]);
    for (const { tableID, columnID } of fields) found.add(known.get(`${tableID}.${columnID}`) ?? 'computed');
  }
  return found;
}

describe.each([
  ['a person', FILES_OF_PERSON, NOT_OF_PERSON],
  ['an organization', FILES_OF_ORGANIZATION, NOT_OF_ORGANIZATION],
] as const)('the export of %s', (_, files, reasons) => {
  it('has every table, or a reason why not', async () => {
    const exported = tablesOf(files);
    const excused = flat(reasons);
    const all = await tables();
    expect(all.filter((name) => !exported.has(name) && !excused.includes(name))).toEqual([]);
    expect(excused.filter((name) => exported.has(name) || !all.includes(name))).toEqual([]);
  });

  it('has no secret, and nothing that a client could not be shown', async () => {
    const columns = [...(await columnsOf(files))];
    expect(columns.length).toBeGreaterThan(100);
    expect(columns.filter((name) => /(token_hash|password_hash|_sealed|code_hash|webauthn_challenge|challenge_hash)$/.test(name))).toEqual(
      [],
    );
  });

  it('names each file once, and lists what a row of it is', () => {
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    expect(files.filter(({ name }) => !/^[a-z_]+$/.test(name))).toEqual([]);
  });
});

describe('the export of an organization', () => {
  it('names members of whom its directory alone knows only once they have come', async () => {
    const { rows } = await pool.query<{ name: string; column: string }>(
      `SELECT table_name AS name, column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name IN ('user_id', 'user_ids', 'waits_for_user') ORDER BY 1, 2`,
    );
    const telling: string[] = [];
    for (const { name, sql } of FILES_OF_ORGANIZATION) {
      const { fields } = await pool.query(`SELECT * FROM (${sql}) r LIMIT 0`, [1]);
      const shown = rows.filter(
        (row) => new RegExp(`(FROM|JOIN) ${row.name} t\\b`).test(sql) && fields.some((one) => one.name === row.column),
      );
      if (shown.length > 0 && !sql.includes('arrived_at IS NOT NULL')) telling.push(name);
    }
    expect(telling).toEqual([...OF_THOSE_WHO_CAME].sort());
  });
});

describe('the export of a person', () => {
  it('looks for them in every column that names people', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
          AND (a.attname ~ $1 OR EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
                AND f.confrelid = 'users'::regclass AND a.attnum = ANY (f.conkey))) ORDER BY 1`,
      [NAMES_PEOPLE.source],
    );
    const naming = [...new Set([...rows.map(({ name }) => name), ...PEOPLE])].filter((name) => !flat(NOT_PEOPLE).includes(name));
    expect(naming.length).toBeGreaterThan(60);
    const statements = FILES_OF_PERSON.flatMap(({ sql }) => sql.split('UNION ALL'));
    const isSought = (name: string): boolean => {
      const [table = '', column = ''] = name.split('.');
      const sought = new RegExp(`\\b${column} = \\$1|\\$1 = ANY \\(${column}\\)|\\b${column} = \\$1::integer`);
      return statements.some((sql) => new RegExp(`\\b(FROM|JOIN) ${table}\\b`).test(sql) && sought.test(sql));
    };
    const skipped = [...OF_INSTALLATION, ...OF_MINUTES];
    expect(naming.filter((name) => !skipped.includes(name.split('.')[0] ?? '') && !isSought(name))).toEqual([]);
  });

  it('has every column of what belongs to the person, or a reason why not', async () => {
    const exported = await columnsOf(FILES_OF_PERSON);
    const own = [
      ...['users', 'reading_preferences', 'email_collisions', 'mailed_tokens', 'outbox_mails', 'guess_mails', 'mfa_factors', 'devices'],
      ...['sessions', 'sso_identities', 'access_keys', 'sso_denials', 'sso_requirements', 'sso_exemptions', 'sso_break_glass'],
      ...['sso_wave_members', 'sso_move_members', 'factor_reminders', 'conversations', 'conversation_turns', 'query_executions'],
      ...['query_feedback', 'abac_decisions', 'member_attributes', 'scim_departures', 'token_spending', 'former_groups', 'sso_snapshots'],
      ...['mfa_recovery_codes', 'access_requests'],
    ];
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ANY ($1) ORDER BY 1`,
      [own],
    );
    const excused = flat(LEFT_OUT_OF_PERSON);
    const left = rows.map(({ name }) => name).filter((name) => !exported.has(name) && !NEVER.test(name) && !excused.includes(name));
    expect(left).toEqual([]);
    expect(excused.filter((name) => exported.has(name))).toEqual([]);
  });
});
