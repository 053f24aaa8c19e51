import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunStatement } from '../../src/statements/application/run-statement.js';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { DataPolicies } from '../../src/statements/application/ports/data-policies.js';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import type { Answer } from './http-client.js';
import { MYSQL_URL, MySqlServer } from './mysql-server.js';
import { SourceDatabase } from './source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from './test-app.js';

export type EngineOfFour = 'postgresql' | 'mysql' | 'sqlite' | 'duckdb';

/** MySQL or MariaDB only where there is a server (TEST_MYSQL_URL). */
export const FOUR_ENGINES: readonly EngineOfFour[] = [
  'postgresql',
  'sqlite',
  'duckdb',
  ...(MYSQL_URL === undefined ? [] : ['mysql' as const]),
];

/** A service with the same tables at each engine, and a person whom policies restrict. */
export class FourEngines {
  /** Statements as they were sent. */
  readonly sent: string[] = [];
  /** For each relation of these names what the person may see of it; of any schema. `null`: all of everything. */
  restrictions: readonly Omit<Restriction, 'schema'>[] | null = null;
  private readonly ids = new Map<string, number>();
  private readonly sources: SourceDatabase[] = [];
  private server: MySqlServer | undefined;

  private constructor(
    private readonly name: string,
    private readonly directory: string,
    private readonly app: TestApp,
    private readonly olivia: LoggedIn,
  ) {}

  /**
   * @param name of databases, of this test alone
   * @param variants the tables of each data source, by a name of the variant
   */
  static async start(name: string, variants: Readonly<Record<string, (engine: EngineOfFour) => readonly string[]>>): Promise<FourEngines> {
    const directory = mkdtempSync(join(tmpdir(), `${name}-`));
    const app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory } });
    const made = new FourEngines(name, directory, app, await logIn(app.http, 'olivia'));
    mkdirSync(join(directory, '1'));
    made.watch();
    for (const [variant, tables] of Object.entries(variants))
      for (const engine of FOUR_ENGINES) await made.make(engine, variant, tables(engine));
    return made;
  }

  run(engine: EngineOfFour, sql: string, variant = 'all'): Promise<Answer> {
    return this.post(engine, 'query', { sql }, variant);
  }

  /** @param path behind that of the data source */
  async post(engine: EngineOfFour, path: string, body: object, variant = 'all'): Promise<Answer> {
    const id = this.ids.get(`${engine} ${variant}`);
    return this.app.http.post(`/api/v1/data-sources/${id}/${path}`, body, { token: this.olivia.accessToken });
  }

  /** The rows; or why there are none, in the words for the person. */
  async answer(engine: EngineOfFour, sql: string, variant = 'all'): Promise<unknown> {
    const { status, body } = await this.run(engine, sql, variant);
    return status === 200 ? body.data.rows : (body.reason ?? body.violations?.[0]?.message ?? body.message);
  }

  async close(): Promise<void> {
    await this.app.close();
    for (const source of this.sources) await source.drop();
    await this.server?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private watch(): void {
    const policies = this.app.app.get(DataPolicies, { strict: false });
    policies.restrictionsOf = (_caller, { engine }, among) => {
      const all = (this.restrictions ?? []).flatMap((one) =>
        (among ?? [{ schema: this.schemaOf(engine), name: one.name }]).flatMap((asked) =>
          asked.name === one.name ? [{ ...one, schema: asked.schema }] : [],
        ),
      );
      return Promise.resolve(this.restrictions && all);
    };
    const running = this.app.app.get(RunStatement, { strict: false });
    const execute = running.execute.bind(running);
    running.execute = (request) => {
      this.sent.push(request.statement);
      return execute(request);
    };
  }

  /** Of the tables that all have. */
  private schemaOf(engine: EngineOfFour): string {
    return { postgresql: 'public', mysql: `${this.name}_all`, sqlite: 'main', duckdb: 'main' }[engine];
  }

  private async make(engine: EngineOfFour, variant: string, tables: readonly string[]): Promise<void> {
    const token = this.olivia.accessToken;
    const connection = await this.connectionOf(engine, variant, tables);
    const body = { organization_id: 1, name: `${this.name} ${engine} ${variant}`, engine, connection };
    const { id } = (await this.app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source;
    const { status } = await this.app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token });
    if (status !== 200) throw new Error(`The schema at ${engine} was not discovered.`);
    this.ids.set(`${engine} ${variant}`, id);
  }

  private async connectionOf(engine: EngineOfFour, variant: string, tables: readonly string[]): Promise<object> {
    if (engine === 'postgresql') {
      const source = await SourceDatabase.create(...tables);
      this.sources.push(source);
      await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
      return source.connection();
    }
    if (engine === 'mysql') return this.mysqlConnection(`${this.name}_${variant}`, tables);
    const file = join(this.directory, '1', `${variant}.${engine}`);
    await (engine === 'sqlite' ? makeSqlite(file, tables) : makeDuckDb(file, tables));
    return { file: `${variant}.${engine}` };
  }

  private async mysqlConnection(database: string, tables: readonly string[]): Promise<object> {
    this.server ??= await MySqlServer.connect();
    await this.server.database(database);
    await this.server.run([`USE ${database}`, ...tables].join(';'));
    const { addresses, port, username, password } = await this.server.user(database, `SELECT ON ${database}.*`);
    return { host: addresses[0], port, database, username, password, ssl: false };
  }
}

async function makeSqlite(file: string, tables: readonly string[]): Promise<void> {
  const { oo1, capi } = await startSqlite(64);
  const database = new oo1.DB(':memory:');
  for (const sql of tables) database.exec(sql);
  writeFileSync(file, capi.sqlite3_js_db_export(database));
  database.close();
}

/** In a process of its own: an instance keeps its file open for as long as the process likes. */
async function makeDuckDb(file: string, tables: readonly string[]): Promise<void> {
  const program = `import { DuckDBInstance } from '@duckdb/node-api';
    import { readFileSync } from 'node:fs';
    const [file] = process.argv.slice(1);
    const connection = await (await DuckDBInstance.create(file)).connect();
    for (const statement of JSON.parse(readFileSync(0, 'utf8'))) await connection.run(statement);
    connection.closeSync();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, file], { input: JSON.stringify(tables) });
}
