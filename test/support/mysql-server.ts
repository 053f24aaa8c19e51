import { readFileSync } from 'node:fs';
import { createConnection, type Connection } from 'mysql2/promise';
import type { ServerTarget } from '../../src/engines/catalog-reader/target.js';

/** Of an administrator; see `.ci/mariadb.sh`. */
export const MYSQL_URL = process.env.TEST_MYSQL_URL;

type Server = ServerTarget['server'];

/** A real server on which a test makes databases and users of its own. */
export class MySqlServer {
  private readonly databases: string[] = [];
  private readonly users: string[] = [];

  private constructor(
    private readonly url: URL,
    readonly admin: Connection,
  ) {}

  static async connect(address = MYSQL_URL ?? 'mysql://TEST_MYSQL_URL.invalid/'): Promise<MySqlServer> {
    const url = new URL(address);
    const admin = await MySqlServer.administrator(url);
    await admin.query('SET foreign_key_checks = 0');
    return new MySqlServer(url, admin);
  }

  private static administrator(url: URL): Promise<Connection> {
    return createConnection({
      ...MySqlServer.address(url),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      charset: 'utf8mb4',
      multipleStatements: true,
    });
  }

  private static address(url: URL) {
    return { host: url.hostname, port: Number(url.port || 3306) };
  }

  get port(): number {
    return MySqlServer.address(this.url).port;
  }

  /** The authority of the server's certificate, whose names are `mysql.test` and `localhost`. */
  get authority(): string {
    return readFileSync(process.env.TEST_MYSQL_CA ?? 'TEST_MYSQL_CA is not set', 'utf8');
  }

  async database(name: string): Promise<string> {
    await this.run(`DROP DATABASE IF EXISTS ${quoted(name)}; CREATE DATABASE ${quoted(name)} CHARACTER SET utf8mb4`);
    this.databases.push(name);
    return name;
  }

  /** @param grants such as `SELECT ON shop.*` */
  async user(name: string, ...grants: readonly string[]): Promise<Server> {
    await this.run(`DROP USER IF EXISTS '${name}'@'%'; CREATE USER '${name}'@'%' IDENTIFIED BY 'secret'`);
    this.users.push(name);
    for (const grant of grants) await this.run(`GRANT ${grant} TO '${name}'@'%'`);
    return {
      name: 'mysql.test',
      addresses: [this.url.hostname],
      port: this.port,
      database: '',
      username: name,
      password: 'secret',
      tls: { mode: 'disable', ca: null },
    };
  }

  /** One more connection of the administrator, for what has to run meanwhile. */
  another(): Promise<Connection> {
    return MySqlServer.administrator(this.url);
  }

  /** Whether a session runs a statement with this beginning that names this. */
  async runs(beginning: string, named: string): Promise<boolean> {
    const [rows] = await this.admin.query(`SELECT 1 FROM information_schema.processlist WHERE info LIKE ? AND state LIKE '%sleep%'`, [
      `${beginning}%${named}%`,
    ]);
    return (rows as unknown[]).length > 0;
  }

  async run(sql: string): Promise<void> {
    await this.admin.query(sql);
  }

  /** What the server knows of the connections of a user. */
  async connectionsOf(
    user: string,
  ): Promise<{ ids: readonly number[]; atWork: readonly number[]; running: readonly string[]; transactions: number }> {
    const [processes] = await this.admin.query('SELECT id, info, command FROM information_schema.processlist WHERE user = ?', [user]);
    const [open] = await this.admin.query(
      `SELECT p.id FROM information_schema.innodb_trx t
       JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id WHERE p.user = ?`,
      [user],
    );
    const rows = processes as { id: number; info: string | null; command: string }[];
    const within = (open as { id: number }[]).map(({ id }) => id);
    return {
      ids: rows.map((row) => row.id),
      /** With a statement, or in a transaction. */
      atWork: rows.flatMap(({ id, command }) => (command === 'Sleep' && !within.includes(id) ? [] : id)),
      running: rows.flatMap((row) => row.info ?? []),
      transactions: within.length,
    };
  }

  async stop(): Promise<void> {
    for (const user of this.users) await this.run(`DROP USER IF EXISTS '${user}'@'%'`);
    for (const name of this.databases.reverse()) await this.run(`DROP DATABASE IF EXISTS ${quoted(name)}`);
    await this.admin.end();
  }
}

export function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
