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
  }, 60_000);
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

  it('takes a value for a value, whatever it looks like', async () => {
    for (const country of ["'; DROP TABLE hydrology.rivers; --", "O'Brien", '</value> {country}', '\\\\', '{{limit}}'])
      expect(await rowsOf(2, { country }, olivia)).toEqual([]);
  });

  it('refuses everything else politely', async () => {
    const { accessToken: token } = olivia;
    const body = {
      ...{ organization_id: 1, name: 'Weather', description: '', template_text: 'Will it rain?', parameters: [] },
      ...{ category: 'weather', tags: [], compatible_data_source_ids: [1], is_public: false },
    };
    const { id } = (await app.http.post('/api/v1/prompt-templates', body, { token })).body.data;
    const answer = await app.http.post(`/api/v1/prompt-templates/${id}/execute`, { parameters: {} }, { token });
    expect([answer.status, answer.body.code, answer.body.fault]).toEqual([502, 'MODEL_FAILED', 'refused']);
    expect(answer.body.reason).toMatch(/^I am a stand-in/);
  });
});
