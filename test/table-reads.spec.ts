import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = process.cwd();
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string }[];
};
const UP = 'runs-up-from-';
const ORDER = [...forbidden.flatMap(({ name }) => (name.startsWith(UP) ? [name.slice(UP.length)] : [])), 'rivers'];

/** Filled by migrations, and never written since. */
const OWNED_BUT_NEVER_WRITTEN: Record<string, string> = { email_collisions: 'accounts', rivers: 'rivers' };

/** Whether the caller is in the organization of what they ask for is part of the statement that looks it up: see `ofCaller`. */
const MEMBERSHIP = ['organization_members'];

/** Tables of contexts below that a context joins, for what use cases would have to ask about each row. This list only shrinks. */
const READS: Record<string, readonly string[]> = {
  organizations: ['users'],
  devices: ['users'],
  invitations: ['organizations', 'roles', 'users', 'workspaces'],
  // What a login meets is asked in one statement.
  sessions: ['mfa_factors', 'organization_members', 'users'],
  audit: [...MEMBERSHIP, 'users'],
  // What admits a caller to a source is asked with it, in one statement.
  'data-sources': ['devices', 'mfa_factors', ...MEMBERSHIP, 'organizations', 'roles', 'users', 'workspace_members', 'workspaces'],
  // Organizations hear of discoveries whose instance has died, of all sources in one statement.
  catalog: ['data_sources'],
  // A question is ranked over thousands of relations, in statements that read them where they are.
  'schema-context': ['schema_contents', 'schema_references', 'schema_relations', 'schema_snapshot_parts', 'schema_snapshots'],
  'prompt-templates': MEMBERSHIP,
  knowledge: MEMBERSHIP,
  // Rows about data sources in reach are counted and paged in the statement that finds those sources: they may be thousands.
  'query-generation': ['data_sources', ...MEMBERSHIP],
  ask: ['data_sources'],
  scim: ['invitations', ...MEMBERSHIP, 'organizations'],
  sso: [...MEMBERSHIP, 'users'],
  'sso-enforcement': [
    ...['devices', 'mfa_factors', 'organization_members', 'organizations', 'roles', 'sessions'],
    ...['sso_connections', 'sso_domains', 'sso_identities', 'users'],
  ],
  // One statement puts all members of an organization into groups, by what all other contexts know of them.
  'sso-migration': [
    ...['audit_events', 'devices', 'invitations', 'mfa_factors', 'mfa_recovery_codes', 'organization_members'],
    ...['organizations', 'roles', 'scim_resources', 'sessions', 'sso_break_glass', 'sso_connections', 'sso_denials'],
    ...['sso_domains', 'sso_exemptions', 'sso_identities', 'sso_requirements', 'users'],
  ],
  // What policies may know of owners, and by what these can sign in, for the judgement that none of them is locked out.
  // What policies read of a person and a thing is asked at each access, of all contexts that know it, in one statement.
  abac: [
    ...[
      'access_requests',
      'data_sources',
      'devices',
      'member_attributes',
      'mfa_factors',
      'organization_members',
      'organizations',
      'roles',
      'scim_group_members',
    ],
    ...['scim_resources', 'sessions', 'sso_break_glass', 'sso_connections', 'sso_identities', 'users'],
    ...['workspace_members', 'workspaces'],
  ],
  // Whether a key is good is asked at each request of an AI client, of all that its person stands on, in one statement.
  agents: [...MEMBERSHIP, 'sso_break_glass', 'sso_connections', 'sso_identities', 'users'],
  // An export has everything of a person or an organization, table by table.
  evidence: [
    ...['abac_decisions', 'abac_policies', 'abac_policy_versions', 'access_key_rules', 'access_keys', 'access_requests'],
    ...['agent_client_secrets', 'agent_clients', 'agent_rules'],
    ...['ask_settings', 'audit_archives', 'audit_events', 'audit_seals', 'board_questions', 'boards', 'column_tags'],
    ...['conversation_turns', 'conversations', 'data_policies', 'data_sources', 'devices', 'email_collisions'],
    ...['factor_reminders', 'former_groups', 'former_names', 'guess_mails', 'invitations', 'knowledge'],
    ...['knowledge_versions', 'mailed_tokens', 'member_attributes', 'mfa_factors', 'mfa_recovery_codes'],
    ...['organization_members', 'organizations', 'prompt_template_versions', 'prompt_templates'],
    ...['query_executions', 'query_feedback', 'reading_preferences', 'remembered_data', 'reviewed_relations', 'roles'],
    ...['saved_questions', 'schema_discoveries', 'schema_discovery_waits', 'scim_departures', 'scim_events'],
    ...['scim_group_mappings', 'scim_group_members', 'scim_resources', 'scim_settings', 'scim_tokens', 'sessions'],
    ...['sign_in_requirements', 'sso_break_glass', 'sso_certificate_notices', 'sso_connections', 'sso_denials'],
    ...['sso_domains', 'sso_enforcement', 'sso_exemptions', 'sso_group_mappings', 'sso_group_settings', 'sso_identities'],
    ...['sso_move_members', 'sso_moves', 'sso_plans', 'sso_progress', 'sso_requirements', 'sso_service_keys'],
    ...['sso_snapshots', 'sso_tests', 'sso_wave_members', 'sso_waves', 'token_spending', 'users', 'webhook_deliveries'],
    ...['webhooks', 'workspace_members', 'workspaces'],
  ],
};

const EACH_ACCESS = 'Asked at every access to an organization, within the statement that finds the membership.';
const EACH_LOGIN = 'Asked at every login by single sign-on, within the statement that finds the link.';
const EACH_THING = 'Which workspace holds a thing decides who sees it, within the statement that finds the membership.';
const EACH_SOURCE = 'Asked at every access to a data source, within the statement that finds it and the membership.';

/** Tables of contexts above, each with the reason why no port asks for it. */
const UPWARD_READS: Record<string, Record<string, string>> = {
  organizations: {
    abac_epochs: EACH_ACCESS,
    data_sources: EACH_THING,
    devices: EACH_ACCESS,
    mfa_factors: EACH_ACCESS,
    prompt_templates: EACH_THING,
    sign_in_requirements: EACH_ACCESS,
    sso_break_glass: EACH_ACCESS,
    sso_connections: EACH_ACCESS,
    sso_exemptions: EACH_ACCESS,
    sso_requirements: EACH_ACCESS,
  },
  'data-sources': {
    abac_epochs: EACH_SOURCE,
    data_policies: EACH_SOURCE,
    data_policy_epochs: EACH_SOURCE,
    schema_snapshots: EACH_SOURCE,
    sign_in_requirements: EACH_SOURCE,
    sso_break_glass: EACH_SOURCE,
    sso_connections: EACH_SOURCE,
    sso_exemptions: EACH_SOURCE,
    sso_requirements: EACH_SOURCE,
  },
  sso: {
    sso_move_members: EACH_LOGIN,
    sso_moves: EACH_LOGIN,
  },
  sessions: {
    sign_in_requirements: 'Whether a session has ended is asked at every request, within the statement that finds it.',
    sso_connections: 'An organization that lets a person go ends what its providers opened, in the statement that ends it.',
  },
  mfa: {
    sessions: 'A ceremony begins only in a session that is still there, and holds it until the ceremony is written.',
  },
};

/** Bodies of requests hold no statement of the service: those of their examples are for data sources. */
const isSource = (name: string): boolean => name.endsWith('.ts') && !/\.(spec|dto)\.ts$/.test(name);
const textsIn = (directory: string): string[] =>
  readdirSync(join(root, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const TABLES = new Set(
  textsIn('migrations').flatMap((text) => [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, name]) => name)),
);
const WRITTEN = /\b(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)|\btableName: '(\w+)'/g;
/** Also where a table begins a piece of a statement, or follows another after a comma. */
const READ = /\b(?:FROM|JOIN|USING)\s+(\w+)|[`',(]\s*(\w+) (?=WHERE|JOIN|USING|[a-z] (?:JOIN|USING|WHERE))/g;

function tablesIn(texts: readonly string[], pattern: RegExp): Set<string> {
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ''));
  return new Set(found.filter((name) => TABLES.has(name)));
}

/** Pieces of statements that several contexts use count for each of them, with those that they are made of. */
const piecesIn = (text: string, imported = /platform\/database\/([a-z-]+)[.]js'/g): string[] =>
  [...text.matchAll(imported)].flatMap(([, name]) => {
    const piece = readFileSync(join(root, `src/platform/database/${name}.ts`), 'utf8');
    return [piece, ...piecesIn(piece, /'[.]\/([a-z-]+)[.]js'/g)];
  });
const contexts = new Map(ORDER.map((context) => [context, textsIn(`src/${context}`)]));
const writes = new Map([...contexts].map(([context, texts]) => [context, tablesIn(texts, WRITTEN)]));
const ownersOf = (table: string): string[] => {
  const writers = ORDER.filter((context) => writes.get(context)?.has(table));
  const owner = OWNED_BUT_NEVER_WRITTEN[table];
  return owner === undefined ? writers : [...writers, owner];
};

/** What a context reads of others: below it, or above it. */
function foreignReads(isAbove: boolean): Record<string, string[]> {
  const read = [...contexts].map(([context, texts]) => {
    const tables = tablesIn([...texts, ...texts.flatMap((text) => piecesIn(text))], READ);
    const foreign = [...tables].filter((table) => {
      const [owner] = ownersOf(table);
      return owner !== undefined && owner !== context && ORDER.indexOf(owner) > ORDER.indexOf(context) === isAbove;
    });
    return [context, foreign.sort()] as const;
  });
  return Object.fromEntries(read.filter(([, tables]) => tables.length > 0));
}

describe('tables', () => {
  it('are each written by one context', () => {
    const shared = [...TABLES].filter((table) => table !== undefined && ownersOf(table).length > 1);
    expect(shared).toEqual([]);
    expect([...TABLES].filter((table) => table !== undefined && ownersOf(table).length === 1).length).toBeGreaterThan(50);
  });

  it('are read by the contexts above that the list names', () => {
    expect(foreignReads(false)).toEqual(READS);
  });

  it('are read by contexts below for a reason only', () => {
    const reasons = Object.entries(UPWARD_READS).map(([context, tables]) => [context, Object.keys(tables)] as const);
    expect(foreignReads(true)).toEqual(Object.fromEntries(reasons));
  });

  it('of exemptions from single sign-on are read by one function wherever it decides who may use a password', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(isSource);
    const readers = files.filter((file) => /\bsso_exemptions\b/.test(readFileSync(join(root, 'src', file), 'utf8')));
    expect(readers.sort()).toEqual([
      // Exports, which decide nothing.
      'evidence/adapters/persistence/deeds-of-person.ts',
      'evidence/adapters/persistence/files-of-person.ts',
      'evidence/adapters/persistence/sign-on-of-organization.ts',
      'platform/database/sign-on-missing.ts',
      // The list itself.
      'sso-enforcement/adapters/persistence/sql-exemptions.ts',
      // The groups of a migration take all of an organization at once, and its lists show reason and end.
      'sso-migration/adapters/persistence/classification-statement.ts',
      'sso-migration/adapters/persistence/member-row.ts',
    ]);
  });

  it('would be found in pieces of statements, after commas and in locks', () => {
    const piece = "`organization_members m JOIN users u` 'FROM workspaces w, roles WHERE' `devices d USING sessions`";
    const all = ['organization_members', 'users', 'workspaces', 'roles', 'devices', 'sessions'];
    expect([...tablesIn([piece], READ)].sort()).toEqual(all.sort());
  });
});
