import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestApp, startTestApp } from '../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ environment: { METRICS_TOKEN: 'metrics-token-for-tests' } });
});
afterAll(() => app.close());

it('the queries for alerts in the docs ask for metrics that the service has', async () => {
  const [, section = ''] = readFileSync('docs/production.md', 'utf8').split('\n## Alerts\n');
  const asked = new Set(section.match(/\b[a-z]+(_[a-z0-9]+)+(?=[{[ ])/g));
  // Prometheus itself.
  asked.delete('histogram_quantile');
  expect(asked.size).toBeGreaterThan(6);
  const { text } = await app.http.get('/metrics', { token: 'metrics-token-for-tests' });
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  expect([...asked].filter((name) => !families.has(name.replace(/_(count|bucket|sum)$/, '')))).toEqual([]);
});
