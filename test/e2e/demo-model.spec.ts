import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DemoModel, startDemoModel } from '../support/demo-model.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('the stand-in for a language model', () => {
  let model: DemoModel;
  let app: TestApp;
  let olivia: LoggedIn, oscar: LoggedIn;
  beforeAll(async () => {
    model = await startDemoModel();
    app = await startTestApp({ environment: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'demo' } });
    [olivia, oscar] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'oscar')];
    for (const [id, who] of [[1, olivia] as const, [2, oscar] as const])
      await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token: who.accessToken });
  });
  afterAll(async () => {
    await app.close();
    await model.stop();
  });

  const rowsOf = async (template: number, parameters: object, { accessToken }: LoggedIn): Promise<unknown[][]> => {
    const path = `/api/v1/prompt-templates/${template}/execute`;
    const answer = await app.http.post(path, { parameters, run: true }, { token: accessToken });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.data.result.rows;
  };

  it('answers the demo templates with what is in the sample database', async () => {
    expect((await rowsOf(1, { limit: 3 }, olivia)).map(([name]) => name)).toEqual(['Volga', 'Danube', 'Ural']);
    expect(await rowsOf(2, { country: 'Austria', min_length_km: 2000 }, olivia)).toEqual([
      ['Danube', 2850, expect.stringMatching(/^Germany, Austria, /)],
    ]);
    expect((await rowsOf(3, {}, olivia))[0]).toEqual(expect.arrayContaining(['Amazon']));
    expect(await rowsOf(4, { river: 'Rhine' }, oscar)).toContainEqual(['Cologne', 'Germany']);
  });

  it('treats a value as a value, whatever it looks like', async () => {
    for (const country of ["'; DROP TABLE hydrology.rivers; --", "O'Brien", '</value> {country}', '\\\\', '{{limit}}'])
      expect(await rowsOf(2, { country }, olivia)).toEqual([]);
  });

  it('refuses everything else politely', async () => {
    const { accessToken: token } = olivia;
    const body = {
      organization_id: 1,
      name: 'Weather',
      description: '',
      template_text: 'Will it rain?',
      parameters: [],
      category: 'weather',
      tags: [],
      compatible_data_source_ids: [1],
      is_public: false,
    };
    const { id } = (await app.http.post('/api/v1/prompt-templates', body, { token })).body.data;
    const answer = await app.http.post(`/api/v1/prompt-templates/${id}/execute`, { parameters: {} }, { token });
    expect([answer.status, answer.body.code, answer.body.fault]).toEqual([502, 'MODEL_FAILED', 'refused']);
    expect(answer.body.reason).toMatch(/^I am a stand-in/);
  });

  const asked = async (question: string, conversation_id: number | null = null) => {
    const body = { question, conversation_id };
    const answer = await app.http.post('/api/v1/data-sources/1/ask', body, { token: olivia.accessToken });
    expect([question, answer.status, answer.text]).toEqual([question, 200, expect.anything()]);
    return answer.body.data;
  };

  it('answers free questions, and goes on from one to the next', async () => {
    const first = await asked('Which gauges lie on the Danube?');
    expect(first.result.rows.map(([station]: string[]) => station)).toEqual([
      ...['Bratislava', 'Budapest', 'Ceatal Izmail', 'Passau', 'Vienna'],
    ]);
    expect(first.sentence).toEqual({ text: 'There are 5, and Bratislava comes first.', by: 'model' });
    const { conversation_id } = first;
    const next = await asked('And on the Rhine?', conversation_id);
    expect(next.result.rows[0]).toEqual(['Basel', 'Switzerland']);
    const counted = await asked('How many are these?', conversation_id);
    expect([counted.result.rows, counted.sentence.text]).toEqual([[[4]], 'The answer is 4.']);
    expect((await asked('Through which countries does the Nile flow through?')).result.row_count).toBeGreaterThan(2);
    expect((await asked('How long is the Volga?')).sentence.text).toBe('The answer is Volga: 3531.');
  });

  it('goes on to another continent, and begins with the figure', async () => {
    const { sentence, conversation_id } = await asked('Which rivers carry the most water?');
    expect(sentence.text).toBe('Amazon comes first of 10, with 209000 (average discharge m3s).');
    const african = await asked('And in Africa?', conversation_id);
    expect(african.sentence.text).toMatch(/^Congo comes first of \d+, with \d+ \(average discharge m3s\)\.$/);
    expect(new Set(african.result.rows.map(([, continent]: string[]) => continent))).toEqual(new Set(['Africa']));
    const asian = await asked('Und in Asien?', conversation_id);
    expect(new Set(asian.result.rows.map(([, continent]: string[]) => continent))).toEqual(new Set(['Asia']));
  });

  it('takes the statement that people have verified for the very question', async () => {
    const pair = { question: 'Where does the Danube go?', sql: "SELECT flows_into FROM hydrology.rivers WHERE name = 'Danube'" };
    const made = await app.http.post('/api/v1/data-sources/1/verified-pairs', pair, { token: olivia.accessToken });
    expect(made.status).toBe(201);
    const { sql, result } = await asked('where does the Danube go');
    expect([sql, result.rows]).toEqual([pair.sql, [['Black Sea']]]);
  });

  it('answers in the language of the question, asks back, and draws', async () => {
    const german = await asked('Welche Pegel liegen an der Donau?');
    expect(german.sentence.text).toBe('Es sind 5, an erster Stelle Bratislava.');
    const { clarification, conversation_id, sql } = await asked('Which are the largest rivers?');
    expect([sql, clarification.choices.length]).toEqual([null, 2]);
    for (const choice of clarification.choices) {
      const chosen = await asked(choice, conversation_id);
      expect([choice, chosen.result.row_count, chosen.chart?.mark]).toEqual([choice, 10, 'bar']);
    }
  });

  it('says politely that it knows no more', async () => {
    const body = { question: 'Will it rain?' };
    const answer = await app.http.post('/api/v1/data-sources/1/ask', body, { token: olivia.accessToken });
    expect([answer.status, answer.body.reason]).toEqual([502, expect.stringMatching(/^I am a stand-in/)]);
  });
});
