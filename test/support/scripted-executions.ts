import { expect } from '@jest/globals';
import { CountingProxy } from './counting-proxy.js';
import type { Answer, RequestOptions } from './http-client.js';
import { ScriptedModel } from './scripted-model.js';
import { SourceDatabase } from './source-database.js';
import { type LoggedIn, type TestApp, type TestAppOptions, logIn, startTestApp } from './test-app.js';

const USERS = ['olivia', 'adam', 'mia', 'vera', 'oscar', 'nora'] as const;

/** An application with a language model that follows a script, and a data source of organization 1 that keeps a diary. */
export class ExecutionScene {
  private constructor(
    readonly app: TestApp,
    readonly model: ScriptedModel,
    readonly source: SourceDatabase,
    /** Everything that reaches the source goes through it. */
    readonly proxy: CountingProxy,
    readonly users: Readonly<Record<(typeof USERS)[number], LoggedIn>>,
    readonly sourceId: number,
  ) {}

  static async set(environment: Record<string, string> = {}, database?: TestAppOptions['database']): Promise<ExecutionScene> {
    const model = await ScriptedModel.start();
    const app = await startTestApp({
      environment: { ...model.environment, ...environment },
      ...(database && { database }),
    });
    await app.dataSource.query('DELETE FROM mfa_factors');
    const users = Object.fromEntries(
      await Promise.all(USERS.map(async (name) => [name, await logIn(app.http, name)] as const)),
    ) as ExecutionScene['users'];
    const source = await SourceDatabase.create(
      `CREATE SCHEMA hydro;
       CREATE TABLE hydro.rivers (name text, length_km int, secret_note text);
       INSERT INTO hydro.rivers VALUES ('Volga', 3530), ('Danube', 2850), ('Rhine', 1233);
       CREATE TABLE hydro.hidden (id int);`,
    );
    await source.run(`GRANT USAGE ON SCHEMA hydro TO ${source.role}; GRANT SELECT ON hydro.rivers TO ${source.role};`);
    const proxy = await CountingProxy.before(source.url);
    const { id } = await register(app, users.olivia, source, proxy.port);
    return new ExecutionScene(app, model, source, proxy, users, id);
  }

  async end(): Promise<void> {
    await this.app.close();
    await this.model.stop();
    await this.proxy.close();
    await this.source.drop();
  }

  /** A published one of organization 1. */
  async template(change: Record<string, unknown> = {}, who = this.users.olivia): Promise<number> {
    const body = {
      organization_id: 1,
      name: `Template ${Math.random()}`,
      description: 'Of the test.',
      template_text: 'Which rivers are longer than {{length}} km?',
      parameters: [{ name: 'length', type: 'integer', required: true }],
      category: 'test',
      tags: [],
      compatible_data_source_ids: [this.sourceId],
      is_public: false,
      ...change,
    };
    const created = await this.app.http.post('/api/v1/prompt-templates', body, { token: who.accessToken });
    expect([created.status, created.text]).toEqual([201, expect.anything()]);
    const { id } = created.body.data;
    const published = await this.app.http.post(`/api/v1/prompt-templates/${id}/publish`, {}, { token: who.accessToken });
    expect([published.status, published.text]).toEqual([200, expect.anything()]);
    return id;
  }

  execute(
    templateId: number,
    body: Record<string, unknown> = {},
    who = this.users.olivia,
    headers: RequestOptions['headers'] = {},
    http = this.app.http,
  ): Promise<Answer> {
    const full = { parameters: { length: 2000 }, ...body };
    const path = `/api/v1/prompt-templates/${templateId}/execute`;
    return http.post(path, full, { token: who.accessToken, headers: headers });
  }

  /** Of the application, on the same database and with the same model. */
  anotherInstance(): Promise<TestApp> {
    const { app, model } = this;
    return startTestApp({ environment: model.environment, clock: app.clock, database: { url: app.databaseUrl } });
  }

  /** Another data source of organization 1 on the same database. */
  async anotherSource(): Promise<number> {
    return (await register(this.app, this.users.olivia, this.source, this.proxy.port)).id;
  }

  async uses(templateId: number): Promise<number> {
    const [row] = await this.app.dataSource.query(`SELECT usage_count FROM prompt_templates WHERE id = $1`, [templateId]);
    return row.usage_count;
  }

  /** The text of the last message that the model was asked with, of that role. */
  told(role: 'system' | 'user', call = this.model.asked.length - 1): string {
    const messages: { role: string; content: string }[] = this.model.asked[call]?.body.messages ?? [];
    return messages.filter((message) => message.role === role).at(-1)?.content ?? '';
  }
}

async function register(app: TestApp, who: LoggedIn, source: SourceDatabase, port: number): Promise<{ id: number }> {
  const token = who.accessToken;
  const connection = source.connection({ port });
  const body = { organization_id: 1, name: `${source.name} ${Math.random()}`, engine: 'postgresql', connection };
  const registered = await app.http.post('/api/v1/data-sources', body, { token });
  const { id } = registered.body.data.data_source;
  const discovered = await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token });
  expect([discovered.status, discovered.text]).toEqual([200, expect.anything()]);
  return { id };
}
