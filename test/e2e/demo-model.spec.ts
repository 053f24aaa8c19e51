import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** The address that the stand-in prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The stand-in has no output.');
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /LLM_BASE_URL=(\S+) LLM_MODEL=demo npm start/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The stand-in printed no address.');
}

describe('the stand-in for a language model', () => {
  let child: ChildProcess;
  let app: TestApp;
  let olivia: LoggedIn, oscar: LoggedIn;
  beforeAll(async () => {
    child = spawn(process.execPath, ['scripts/demo-model.mjs', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    app = await startTestApp({ environment: { LLM_BASE_URL: await addressOf(child), LLM_MODEL: 'demo' } });
    [olivia, oscar] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'oscar')];
    for (const [id, who] of [[1, olivia] as const, [2, oscar] as const])
      await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token: who.accessToken });
  }, 60_000);
  afterAll(async () => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
    await app.close();
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
