import { expect } from '@jest/globals';
import { HashKeys } from '../../src/abac/application/ports/hash-keys.js';
import type { Answer } from './http-client.js';
import { ExecutionScene } from './scripted-executions.js';
import { proposing, saying } from './scripted-model.js';
import type { LoggedIn } from './test-app.js';

/** Stands in all that is hidden, and in nothing else. */
export const MARK = 'zq7hidden';
export const QUESTION = 'What do the gauges hold?';
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));
const GAUGES = { schema: 'hydro', relation: 'gauges' };
const RULES = [
  { kind: 'relation', schema: 'hydro', relation: `${MARK}_rel` },
  { kind: 'relation', schema: 'hydro', relation: `${MARK}_new` },
  { kind: 'column', ...GAUGES, column: `${MARK}_col`, effect: 'deny' },
  { kind: 'column', ...GAUGES, column: `${MARK}_later`, effect: 'deny' },
  { kind: 'column', ...GAUGES, column: 'card', effect: 'hash' },
  {
    kind: 'rows',
    schema: 'hydro',
    relation: 'readings',
    where: { column: 'region', operator: 'in', values: ['EU', `${MARK}_filter`] },
  },
];
export type Ids = Readonly<Record<string, number>>;

/** A data source in which the mark stands in all that a policy hides from mia: in names, values, statements and what was kept of them. */
export class HiddenMarkScene {
  private constructor(
    readonly scene: ExecutionScene,
    readonly source: string,
  ) {}

  static async set(environment: Record<string, string> = {}): Promise<HiddenMarkScene> {
    const scene = await ExecutionScene.set(environment);
    const planted = new HiddenMarkScene(scene, `/api/v1/data-sources/${scene.sourceId}`);
    await planted.plant();
    return planted;
  }

  /** What no answer may hold: the mark, and the key of the mask, also as the blocks of HMAC that are made of it. */
  async secrets(): Promise<readonly string[]> {
    const key = Buffer.from(await this.scene.app.app.get(HashKeys, { strict: false }).of(1, 'column card'), 'hex');
    const blocks = [0x00, 0x36, 0x5c].map((pad) => Buffer.from(key.map((byte) => byte ^ pad)).toString('hex'));
    return [MARK, ...blocks];
  }

  post(path: string, body: object | undefined, { accessToken: token }: LoggedIn): Promise<Answer> {
    return this.scene.app.http.post(path, body, { token });
  }

  async execute(template: number, who: LoggedIn, sql: string): Promise<number> {
    this.scene.model.play(proposing(sql));
    const { status, body, text } = await this.scene.execute(template, { run: true }, who);
    expect([status, text]).toEqual([200, expect.anything()]);
    return body.data.execution_id;
  }

  async ask(sql: string, more: object = {}): Promise<number> {
    this.scene.model.play(proposing(sql), SUMMARY);
    const asked = { question: QUESTION, ...more };
    const { status, body, text } = await this.post(`${this.source}/ask`, asked, this.scene.users.mia);
    expect([status, text]).toEqual([200, expect.anything()]);
    return body.data.conversation_id;
  }

  private async discover(): Promise<void> {
    const { status, text } = await this.post(`${this.source}/discover-schema?refresh=true`, undefined, this.scene.users.olivia);
    expect([status, text]).toEqual([200, expect.anything()]);
  }

  private async plant(): Promise<void> {
    const { scene, source } = this;
    const { olivia } = scene.users;
    const as = ({ accessToken: token }: LoggedIn) => ({ token });
    await scene.source.run(`
      CREATE TABLE hydro.${MARK}_rel (id int PRIMARY KEY, ${MARK}_of text UNIQUE);
      COMMENT ON TABLE hydro.${MARK}_rel IS 'About ${MARK}';
      CREATE TABLE hydro.gauges (
        id int PRIMARY KEY, river text, card text, ${MARK}_col text DEFAULT '${MARK}_default',
        rel_id int CONSTRAINT ${MARK}_fk REFERENCES hydro.${MARK}_rel (id),
        told text GENERATED ALWAYS AS (lower(${MARK}_col)) STORED, head text GENERATED ALWAYS AS (left(card, 9)) STORED,
        CONSTRAINT ${MARK}_check CHECK (${MARK}_col <> '${MARK}_never'));
      COMMENT ON COLUMN hydro.gauges.${MARK}_col IS 'Holds ${MARK}';
      CREATE INDEX ${MARK}_index ON hydro.gauges (${MARK}_col);
      CREATE INDEX ${MARK}_partial ON hydro.gauges (river) WHERE ${MARK}_col IS NOT NULL;
      CREATE INDEX lower_index ON hydro.gauges (lower(${MARK}_col));
      CREATE INDEX told_index ON hydro.gauges (told);
      CREATE TABLE hydro.gauges_north () INHERITS (hydro.gauges);
      CREATE TABLE hydro.readings (id int PRIMARY KEY, region text, note text);
      CREATE VIEW hydro.all_notes AS SELECT note, '${MARK}_text' AS kind FROM hydro.readings;
      INSERT INTO hydro.${MARK}_rel VALUES (1, '${MARK}_value');
      INSERT INTO hydro.gauges VALUES (1, 'Rhine', '${MARK}_card_1', '${MARK}_cell', 1);
      INSERT INTO hydro.gauges_north VALUES (2, 'Elbe', '${MARK}_card_2', '${MARK}_cell', 1);
      INSERT INTO hydro.readings VALUES (1, 'EU', 'seen'), (2, 'US', '${MARK}_row'), (3, 'US', '');
      CREATE MATERIALIZED VIEW hydro.kept_notes AS SELECT note FROM hydro.readings;
      CREATE FUNCTION hydro.${MARK}_function() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER ${MARK}_trigger BEFORE INSERT ON hydro.gauges FOR EACH ROW EXECUTE FUNCTION hydro.${MARK}_function();
      ANALYZE;
      GRANT SELECT ON ALL TABLES IN SCHEMA hydro TO ${scene.source.role};`);
    await this.discover();
    for (const [table_name, column_name] of [
      ['readings', 'note'],
      ['gauges', `${MARK}_col`],
    ]) {
      const body = { schema_name: 'hydro', table_name, column_name, sampled: true };
      expect((await scene.app.http.put(`${source}/sampled-columns`, body, as(olivia))).status).toBe(200);
    }
    await scene.source.run(`
      ALTER TABLE hydro.gauges ADD COLUMN ${MARK}_later text;
      CREATE TABLE hydro.${MARK}_new (id int);
      GRANT SELECT ON ALL TABLES IN SCHEMA hydro TO ${scene.source.role};`);
    await this.discover();
  }

  /** Keeps what names the mark everywhere where something is kept. @returns what it is found by */
  async keep(): Promise<Ids> {
    const { scene, source } = this;
    const { mia, olivia } = scene.users;
    const as = ({ accessToken: token }: LoggedIn) => ({ token });
    const template = await scene.template();
    const execution = await this.execute(template, mia, `SELECT ${MARK}_col FROM hydro.gauges`);
    const right = { right: false, corrected_sql: `SELECT count(${MARK}_col) FROM hydro.gauges` };
    const judged = await this.execute(template, olivia, `SELECT ${MARK}_of FROM hydro.${MARK}_rel`);
    const feedback = `/api/v1/query-executions/${judged}/feedback`;
    expect((await scene.app.http.put(feedback, right, as(olivia))).status).toBe(200);
    for (const sql of [`SELECT ${MARK}_col::int FROM hydro.gauges`, `SELECT ${MARK}_col FROM hydro.gauges_north`])
      await this.post(`${source}/query`, { sql }, mia);
    const pair = { question: QUESTION, sql: `SELECT ${MARK}_col FROM hydro.gauges` };
    const term = { name: 'Gauge', definition: 'It measures.', synonyms: ['gauges'], expression: `count(${MARK}_col)` };
    return {
      data_source_id: scene.sourceId,
      template_id: template,
      execution_id: execution,
      number: 1,
      pair_id: (await this.post(`${source}/verified-pairs`, pair, olivia)).body.data.verified_pair.id,
      question_id: (await this.post(`${source}/saved-questions`, { title: QUESTION, sql: pair.sql }, olivia)).body.data.saved_question.id,
      term_id: (await this.post(`${source}/glossary-terms`, term, olivia)).body.data.glossary_term.id,
      conversation_id: await this.ask(`SELECT ${MARK}_of FROM hydro.${MARK}_rel`),
      discovery_id: (await scene.app.dataSource.query('SELECT max(id) AS id FROM schema_discoveries'))[0].id,
    };
  }

  async publish(): Promise<void> {
    const { scene } = this;
    const { olivia } = scene.users;
    const as = ({ accessToken: token }: LoggedIn) => ({ token });
    const body = {
      organization_id: 1,
      data_source_id: scene.sourceId,
      name: 'Hidden',
      rules: RULES,
      applies_when: 'principal.roles.contains("editor")',
    };
    const made = await this.post('/api/v1/sso/abac/data-policies', body, olivia);
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const active = `/api/v1/sso/abac/data-policies/${made.body.data.data_policy.id}/activate`;
    const headers = { 'If-Match': '"1"' };
    expect((await scene.app.http.post(active, undefined, { ...as(olivia), headers })).status).toBe(200);
  }
}
