import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { onServer, poolAt } from './database.js';

/** A PostgreSQL database that stands for a customer's: of its own, on the server of the tests. */
export class SourceDatabase {
  private pool: Pool | undefined;

  private constructor(
    readonly name: string,
    readonly role: string,
    readonly password: string,
    private readonly server: URL,
  ) {}

  static create(...statements: readonly string[]): Promise<SourceDatabase> {
    return SourceDatabase.createOn(new URL(process.env['HEADGATE_TEST_SERVER'] ?? ''), ...statements);
  }

  static async createOn(server: URL, ...statements: readonly string[]): Promise<SourceDatabase> {
    const id = randomBytes(6).toString('hex');
    const source = new SourceDatabase(`source_${id}`, `reader_${id}`, randomBytes(12).toString('hex'), server);
    await source.onServer(`CREATE DATABASE ${source.name}`);
    await source.onServer(`CREATE ROLE ${source.role} LOGIN PASSWORD '${source.password}'`);
    for (const statement of statements) await source.run(statement);
    return source;
  }

  /** What a client registers; everything that the role may read was granted by the test. */
  connection(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const { hostname: host, port } = this.server;
    const { name: database, role: username, password } = this;
    return { host, port: Number(port), database, username, password, ssl: false, ...change };
  }

  get url(): URL {
    const url = new URL(this.server.href);
    url.pathname = `/${this.name}`;
    return url;
  }

  /** As the owner of the server. */
  async run<Row = Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
    if (!this.isOfTests) return once<Row>(this.url.href, statement, values);
    this.pool ??= poolAt(this.url.href);
    return (await this.pool.query(statement, values)).rows;
  }

  /** What the role that connects has open there. */
  async sessions(): Promise<{ state: string; query: string }[]> {
    return this.run(`SELECT state, query FROM pg_stat_activity WHERE usename = $1`, [this.role]);
  }

  /** The others: a connection that waits for the next statement has done this last. */
  async busySessions(): Promise<{ state: string; query: string }[]> {
    return (await this.sessions()).filter(({ state, query }) => state !== 'idle' || query !== 'DISCARD ALL');
  }

  async drop(): Promise<void> {
    // What still runs ends with the database.
    const ended = this.pool?.end();
    this.pool = undefined;
    await this.onServer(`DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`);
    await ended;
    await this.onServer(`DROP ROLE IF EXISTS ${this.role}`);
  }

  /** Another one may be killed in its test, with all connections. */
  private get isOfTests(): boolean {
    return this.server.href === new URL(process.env['HEADGATE_TEST_SERVER'] ?? '').href;
  }

  private async onServer(statement: string): Promise<void> {
    await (this.isOfTests ? onServer(statement) : once(this.server.href, statement, []));
  }
}

async function once<Row>(url: string, statement: string, values: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
