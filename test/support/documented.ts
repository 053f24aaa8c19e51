import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/** The blocks below a heading as they are printed, because readers must not copy what does not work. */
export function documented(page: string, heading: string, language: 'sh' | 'sql' | 'ini'): string[] {
  const [, after = ''] = readFileSync(page, 'utf8').split(`\n${heading}\n`);
  const section = after.split(/^#{2,3} /m)[0] ?? '';
  const blocks = [...section.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))];
  if (blocks.length === 0) throw new Error(`There are no commands below "${heading}" in ${page}.`);
  return blocks.map(([, block = '']) => block);
}

/** What an administrator runs on the server, and then in the new database. */
const [ON_SERVER = '', IN_DATABASE = ''] = documented('docs/database.md', '## Rights of the role', 'sql');

/** A role and a database, both of this name, with the rights that are documented. */
export interface PreparedDatabase {
  readonly name: string;
  /** For the role. */
  readonly url: string;
  /** As the owner of the server. */
  readonly run: (sql: string) => Promise<void>;
  drop(): Promise<void>;
}

/** @param change of what is run in the new database */
export async function prepareDatabase(server: string, change: (sql: string) => string = (sql) => sql): Promise<PreparedDatabase> {
  const name = `rights_${randomBytes(6).toString('hex')}`;
  const named = (sql: string): string => sql.replaceAll(/\bheadgate\b/g, name);
  const run = (sql: string): Promise<void> => onDatabase(server, name, sql);
  await onDatabase(server, 'postgres', named(ON_SERVER));
  await run(named(change(IN_DATABASE)));
  const url = new URL(server);
  Object.assign(url, { username: name, password: 'secret', pathname: `/${name}` });
  const drop = async (): Promise<void> => {
    await onDatabase(server, 'postgres', `DROP DATABASE ${name} WITH (FORCE); DROP ROLE ${name}`);
  };
  return { name, url: url.href, run, drop };
}

async function onDatabase(server: string, database: string, sql: string): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  // One at a time: databases are not created together with anything else.
  for (const statement of sql.split(/;\s*/).filter((part) => part.trim() !== '')) await client.query(statement);
  await client.end();
}
