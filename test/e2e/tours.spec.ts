import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { FixedClock } from '../support/fixed-clock.js';
import { startDemoModel } from '../support/demo-model.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { TOURS, expectLineEnds, followTour, whereCurlIs } from '../support/tours.js';

describe('the tours of the README and the docs', () => {
  let app: TestApp;
  beforeAll(async () => {
    // The commands compute codes by the real time.
    app = await startTestApp({ clock: new FixedClock(new Date()) });
  });
  afterAll(() => app.close());

  whereCurlIs.each(TOURS)('$page: $title', async ({ page, check }) => {
    const output = await followTour(page, app);
    check(output);
    expectLineEnds(output);
  });

  whereCurlIs('ask a model when there is one, and say so when there is none', async () => {
    expect(await followTour('docs/tour-analysts.md', app)).toContain('"code":"MODEL_NOT_CONFIGURED"');
    const model = await startDemoModel();
    const environment = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'demo' };
    const asking = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl }, environment });
    try {
      const output = await followTour('docs/tour-analysts.md', asking);
      expect(output).toMatch(/"rows":\[\["Nile",\d+\],\["Congo",\d+\],\["Niger",\d+\]\]/);
    } finally {
      await asking.close();
      await model.stop();
    }
  });
});
