import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { json, proposing } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

const LONGER = 'SELECT name FROM rivers WHERE length_km > 2000 ORDER BY name';
const BETTER = 'SELECT name, length_km FROM rivers WHERE length_km > 2000';
const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];

describe('feedback on an execution', () => {
  let scene: ExecutionScene;
  let id: number;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
    id = await scene.template();
  });
  afterAll(() => scene.end());

  const executed = async (who: LoggedIn = scene.users.olivia, template = id, parameters: object = { length: 2000 }) => {
    scene.model.play(proposing(LONGER));
    const answer = await scene.execute(template, { parameters }, who);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.data.execution_id as number;
  };
  const give = (execution: number | string, body: object, who: LoggedIn = scene.users.olivia): Promise<Answer> =>
    scene.app.http.put(`/api/v1/query-executions/${execution}/feedback`, body, { token: who.accessToken });
  const examples = (): string[] => scene.told('user').match(/<<example \w+\n[\s\S]*?\n\w+ example>>/g) ?? [];

  it.each([
    ['not-an-id', { right: true }, 400],
    ['0', { right: true }, 400],
    ['2000000000', { right: true }, 404],
  ])('of %s is %j -> %i', async (execution, body, status) => {
    expect((await give(execution, body)).status).toBe(status);
  });

  it.each([
    [{}],
    [{ right: 'yes' }],
    [{ right: true, corrected_sql: BETTER }],
    [{ right: false, corrected_sql: '' }],
    [{ right: false, corrected_sql: 'SELECT \0' }],
    [{ right: false, sql: BETTER }],
  ])('is refused as %j', async (body) => {
    expect(outcome(await give(await executed(), body))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is for the person who executed it, and for those who write templates', async () => {
    const ofVera = await executed(scene.users.vera);
    const ofOlivia = await executed(scene.users.olivia);
    expect(outcome(await give(ofVera, { right: true }, scene.users.oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await give(ofVera, { right: true }, scene.users.nora))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await give(ofOlivia, { right: true }, scene.users.vera))).toEqual([403, 'FORBIDDEN']);
    expect((await give(ofVera, { right: true }, scene.users.vera)).status).toBe(200);
    expect((await give(ofVera, { right: false }, scene.users.mia)).status).toBe(200);
  });

  it('accepts no corrected statement that is not allowed, and sends none to the source', async () => {
    const execution = await executed();
    scene.proxy.reset();
    const answer = await give(execution, { right: false, corrected_sql: 'DELETE FROM rivers' });
    expect(outcome(answer)).toEqual([422, 'QUERY_REJECTED']);
    expect(answer.body.violations.length).toBeGreaterThan(0);
    expect((await give(execution, { right: false, corrected_sql: BETTER })).status).toBe(200);
    expect(scene.proxy.connections).toBe(0);
  });

  it('has nothing to judge where there was no answer', async () => {
    scene.model.play(json(401, {}));
    const { body } = await scene.execute(id);
    expect(outcome(await give(body.execution_id, { right: true }))).toEqual([409, 'CONFLICT']);
    expect((await give(body.execution_id, { right: false, corrected_sql: BETTER })).status).toBe(200);
  });

  it('makes examples for similar questions, three at most, of what was right or set right last', async () => {
    await scene.app.dataSource.query('DELETE FROM query_feedback');
    const other = await scene.template({
      template_text: 'Which rivers are longer than those named {{name}}?',
      parameters: [{ name: 'name', type: 'string', required: true }],
    });
    const wrong = await executed(scene.users.olivia, other, { name: 'wrong' });
    await give(wrong, { right: false });
    for (const name of ['one', 'two', 'three'])
      await give(await executed(scene.users.mia, other, { name }), { right: true }, scene.users.mia);
    await give(await executed(), { right: false, corrected_sql: BETTER });
    await executed();
    const shown = examples();
    expect(shown).toHaveLength(3);
    expect(shown[0]).toContain('Which rivers are longer than 2000 km?');
    expect(shown[0]).toContain(BETTER);
    expect(shown.join()).not.toContain('wrong');
  });

  it('of people who may not verify is an example for their own questions alone', async () => {
    await scene.app.dataSource.query('DELETE FROM query_feedback');
    const { vera, mia } = scene.users;
    const steered = 'SELECT name FROM rivers WHERE length_km < 2000';
    await give(await executed(vera), { right: false, corrected_sql: steered }, vera);
    await executed(scene.users.olivia);
    expect(examples()).toEqual([]);
    await executed(vera);
    expect(examples().join()).toContain(steered);
    await give(await executed(mia), { right: false, corrected_sql: BETTER }, mia);
    await executed(scene.users.olivia);
    expect([examples().length, examples().join().includes(BETTER)]).toEqual([1, true]);
  });

  it('is not used as an example for a question that has nothing in common with it', async () => {
    await scene.app.dataSource.query('DELETE FROM query_feedback');
    await give(await executed(), { right: true });
    await executed(scene.users.olivia, await scene.template({ template_text: 'Wie heißt du, {{length}}?' }));
    expect(examples()).toEqual([]);
  });

  it('is an example in its own organization only', async () => {
    const shared = await scene.template({
      is_public: true,
      template_text: 'Which rivers are longer than {{length}} km?',
    });
    const token = scene.users.oscar.accessToken;
    await scene.app.http.post('/api/v1/data-sources/2/discover-schema', undefined, { token });
    scene.model.play(proposing('SELECT 1'));
    expect((await scene.execute(shared, {}, scene.users.oscar)).status).toBe(200);
    expect(examples()).toEqual([]);
  });

  it('and everything else that is kept hold no sensitive value', async () => {
    const secret = "O'Hara-Quillfeather";
    const template = await scene.template({
      template_text: 'What is the river of {{person}}?',
      parameters: [{ name: 'person', type: 'string', required: true, sensitive: true }],
    });
    scene.model.play(proposing(`SELECT name FROM rivers WHERE name = 'O''Hara-Quillfeather'`));
    const answer = await scene.execute(template, { parameters: { person: secret } }, scene.users.olivia, {
      'Idempotency-Key': 'sensitive',
    });
    expect([answer.status, answer.body.data.rendered_text]).toEqual([200, `What is the river of ${secret}?`]);
    const rows = await scene.app.dataSource.query(`SELECT e::text AS row FROM query_executions e WHERE template_id = $1`, [template]);
    expect(rows[0].row).toContain('***');
    expect(rows[0].row).not.toContain('Quillfeather');
    const path = `/api/v1/prompt-templates/${template}/executions`;
    const history = await scene.app.http.get(path, { token: scene.users.olivia.accessToken });
    expect(history.body.data.query_executions).toEqual([
      expect.objectContaining({
        parameters: { person: '***' },
        question: 'What is the river of ***?',
        sql: "SELECT name FROM rivers WHERE name = '***'",
      }),
    ]);
    expect(scene.app.log.join('')).not.toContain('Quillfeather');
    const audit = await scene.app.dataSource.query(`SELECT a::text AS row FROM audit_events a`);
    expect(audit.map(({ row }: { row: string }) => row).join()).not.toContain('Quillfeather');
  });
});

describe('without a language model', () => {
  it('an execution is 503 with everything but the statement, and counts', async () => {
    const scene = await ExecutionScene.set({ LLM_BASE_URL: '', LLM_MODEL: '', LLM_API_KEY: '' });
    try {
      const id = await scene.template();
      const answer = await scene.execute(id);
      expect([...outcome(answer), answer.body]).toEqual([
        503,
        'MODEL_NOT_CONFIGURED',
        expect.objectContaining({
          success: false,
          execution_id: expect.any(Number),
          rendered_text: 'Which rivers are longer than 2000 km?',
          context: expect.objectContaining({ text: expect.stringContaining('rivers') }),
        }),
      ]);
      expect(await scene.uses(id)).toBe(1);
    } finally {
      await scene.end();
    }
  });
});
