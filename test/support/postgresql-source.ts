import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ServerTarget } from '../../src/engines/catalog-reader/target.js';

/** A database of its own on the server of the test run, empty, and roles that end with it. */
export class PostgresqlSource {
  private readonly roles: string[] = [];

  private constructor(
    readonly name: string,
    readonly client: Client,
  ) {}

  static create(...ddl: string[]): Promise<PostgresqlSource> {
    return PostgresqlSource.with('', ...ddl);
  }

  static encoded(encoding: string, ...ddl: string[]): Promise<PostgresqlSource> {
    return PostgresqlSource.with(`ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`, ...ddl);
  }

  private static async with(options: string, ...ddl: string[]): Promise<PostgresqlSource> {
    const name = `source_${randomBytes(8).toString('hex')}`;
    await onServer(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
    const client = new Client({ connectionString: urlOf(name) });
    await client.connect();
    const source = new PostgresqlSource(name, client);
    for (const each of ddl) await source.run(each);
    return source;
  }

  /** @returns the rows, each as a list of its cells */
  async run(sql: string): Promise<unknown[][]> {
    const result = await this.client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return result.rows;
  }

  /** A role that may log in and nothing else. */
  async role(): Promise<{ name: string; password: string }> {
    const role = { name: `role_${randomBytes(8).toString('hex')}`, password: randomBytes(8).toString('hex') };
    await this.run(`CREATE ROLE ${role.name} LOGIN PASSWORD '${role.password}'`);
    this.roles.push(role.name);
    return role;
  }

  target(changes: Partial<ServerTarget['server']> = {}): ServerTarget {
    const url = new URL(urlOf(this.name));
    return {
      engine: 'postgresql',
      server: {
        name: 'localhost',
        addresses: [url.hostname],
        port: Number(url.port),
        database: this.name,
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        tls: { mode: 'disable', ca: null },
        ...changes,
      },
    };
  }

  as(role: { name: string; password: string }): ServerTarget {
    return this.target({ username: role.name, password: role.password });
  }

  /** Sessions of readers in this database, and what they hold. */
  async readers(): Promise<unknown[][]> {
    return onServer(
      `SELECT pid, state, (SELECT count(*) FROM pg_locks l WHERE l.pid = a.pid) FROM pg_stat_activity a
       WHERE datname = '${this.name}' AND application_name = 'headgate-discovery'`,
    );
  }

  async drop(): Promise<void> {
    for (const role of this.roles) await this.run(`DROP OWNED BY ${role} CASCADE`);
    await this.client.end();
    await onServer(`DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`);
    for (const role of this.roles) await onServer(`DROP ROLE ${role}`);
  }
}

async function onServer(sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return result.rows;
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const server = process.env['HEADGATE_TEST_SERVER'];
  if (server === undefined) throw new Error('The global setup did not start a database server.');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
