import { spawn } from 'node:child_process';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { testEnvironment } from '../setup/test-environment.mjs';

describe('npm run dev', () => {
  const ours = installation();

  it('serves the sources, starts the service again after a change, and ends with everything that it started', async () => {
    const { database, directory } = ours();
    const environment = {
      ...testEnvironment,
      PUBLIC_URL: '',
      DATABASE_URL: database.url,
      HEADGATE_DATA_DIR: directory,
    };
    const env = { PATH: process.env['PATH'] ?? '', ...environment };
    const dev = HeadgateProcess.of(spawn(process.execPath, ['scripts/dev.mjs'], { env, stdio: 'pipe' }));
    const started = await dev.printed(/Headgate listens on|dev: the service has ended|dev: what was built cannot/);
    expect(started[0]).toBe('Headgate listens on');
    await dev.printed(/Found 0 errors\. Watching/);
    const now = new Date();
    await utimes(join(process.cwd(), 'src/rivers/domain/river.ts'), now, now);
    const restarted = await dev.printed(
      /dev: restarted after .* \(src\/rivers\/domain\/river\.ts\)|dev: the service has ended|dev: what was built cannot/,
    );
    expect(restarted[0]).toMatch(/^dev: restarted/);
    const url = /Headgate listens on (http:\S+)(?![^]*Headgate listens)/.exec(dev.stdout)?.[1] ?? '';
    expect((await new HttpClient(url).get('/health/live')).status).toBe(200);
    const { code } = await dev.stop('SIGINT');
    expect(code).toBe(0);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });
});
