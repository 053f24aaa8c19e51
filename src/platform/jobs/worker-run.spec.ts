import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { pino } from 'pino';
import { runnerOptions, type WorkerSettings } from './worker-run.js';

it('What a worker still tries after its pool was closed is no error', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'debug', base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const pool = new Pool();
  const settings = { logger, concurrency: 1, tasks: {} } as unknown as WorkerSettings;
  const { logger: said } = runnerOptions(settings, pool, new EventEmitter());
  said?.error('too many connections');
  await pool.end();
  said?.error('Error with notify listener: Cannot use a pool after calling end on the pool');
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([50, 20]);
});
