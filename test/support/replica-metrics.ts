import { readExposition } from './exposition.js';
import type { TestApp } from './test-app.js';

/** What an application that is measured here has to be started with. */
export const METRICS_TOKEN = 'metrics-token-for-tests';

/** Of the metric of reads that a replica may answer, by its labels: who answered, and why it was the primary. */
export async function readsOf(app: TestApp): Promise<Record<string, number>> {
  const samples = await samplesOf(app, 'headgate_replica_reads_total');
  const named = [...samples].map(([series, value]) => [/by="(\w+)",reason="(\w+)"/.exec(series)?.slice(1).join(' '), value]);
  return Object.fromEntries(named) as Record<string, number>;
}

export async function gaugeOf(app: TestApp, name: string): Promise<number | undefined> {
  return (await samplesOf(app, name)).get(name);
}

async function samplesOf({ http }: TestApp, name: string): Promise<ReadonlyMap<string, number>> {
  const { text } = await http.get('/metrics', { token: METRICS_TOKEN });
  return readExposition(text).get(name)?.samples ?? new Map<string, number>();
}
