import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockSkew } from '../../src/platform/time/clock-skew.js';
import { FixedClock } from '../support/fixed-clock.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

describe('the clock of an instance', () => {
  let app: TestApp;
  const clock = new FixedClock(new Date());
  beforeAll(async () => {
    app = await startTestApp({ clock, environment: { METRICS_TOKEN: 'metrics-token-for-tests' } });
  });
  afterAll(() => app.close());

  it('is compared with that of the database; the log warns of what others would refuse, and the metric says how much it is', async () => {
    const skew = app.app.get(ClockSkew);
    const warned = () => app.log.filter((line) => line.includes('the clock of this machine differs')).length;
    clock.advance({ minutes: 90 });
    const ahead = await skew.measure();
    expect(ahead).toBeGreaterThan(80 * 60);
    expect(warned()).toBe(1);
    const { text } = await app.http.get('/metrics', { token: 'metrics-token-for-tests' });
    expect(text).toContain(`headgate_clock_skew_seconds ${ahead}`);
    clock.advance({ minutes: -180 });
    expect(await skew.measure()).toBeLessThan(-80 * 60);
    expect(warned()).toBe(2);
  });
});
