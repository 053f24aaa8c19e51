import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { MachineClock } from '../support/machine-clock.js';
import { type DemoModel, startDemoModel } from '../support/demo-model.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { TOURS, expectInOrder, expectLineEnds, followTour, whereCurlIs } from '../support/tours.js';

describe('the tours of the README and the docs', () => {
  let app: TestApp;
  let model: DemoModel;
  beforeAll(async () => {
    model = await startDemoModel();
    const environment = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'demo' };
    // The commands compute codes by the real time.
    app = await startTestApp({ clock: new MachineClock(), environment });
  });
  afterAll(async () => {
    await app.close();
    await model.stop();
  });

  whereCurlIs.each(TOURS)('$page: $title', async ({ page, check }) => {
    const output = await followTour(page, app);
    check(output);
    expectLineEnds(output);
  });

  whereCurlIs('ask a model when there is one, and say so when there is none', async () => {
    const output = await followTour('docs/tour-analysts.md', app);
    expect(output).toContain('"sentence":{"text":"There are 5, and Bratislava comes first.","by":"model"}');
    expect(output).toMatch(/event: rows\ndata: .*\["Basel","Switzerland"\]/);
    expect(output).toContain('"clarification":{"question":"Largest by length');
    expect(output).toMatch(/"rows":\[\["Nile",\d+\],\["Congo",\d+\],\["Niger",\d+\]\]/);
    expectInOrder(output, ['"rows":[[3]]', '"rows":[["Ada",2],["Chidi",1],["Dora",0]]', '"rows":[[3,129],[1,49],[2,18]]']);
    const silent = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    try {
      expect(await followTour('docs/tour-analysts.md', silent)).toContain('"code":"MODEL_NOT_CONFIGURED"');
    } finally {
      await silent.close();
    }
  });
});
