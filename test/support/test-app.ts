import 'reflect-metadata';
import type { Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DataSource } from 'typeorm';
import { createApp } from '../../src/boot/create-app.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { type Config, loadConfig } from '../../src/platform/config/config.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadMasterKeys } from '../../src/platform/crypto/master-keys.js';
import { ENTITY_SCHEMAS, MIGRATIONS } from '../../src/boot/database.js';
import { connect } from '../../src/platform/database/connect.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { listen } from '../../src/platform/http/listen.js';
import { ShedConnections } from '../../src/platform/http/shed-connections.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { CHEAP_PASSWORDS, testEnvironment } from '../setup/test-environment.mjs';
import { type TestDatabase, createTestDatabase } from './database.js';
import { FixedClock } from './fixed-clock.js';
import { type Answer, HttpClient } from './http-client.js';

export interface TestApp {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly http: HttpClient;
  readonly clock: FixedClock;
  readonly dataSource: DataSource;
  readonly databaseUrl: string;
  /** Every log line so far, for tests that search it for secrets. */
  readonly log: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: FixedClock;
  /** A second instance on the database of another one; that one drops it. */
  readonly database?: Pick<TestDatabase, 'url'>;
}

/** A test that fails before it closes its application must not keep the run from ending. */
const open = new Set<TestApp>();
afterAll(async () => {
  for (const app of [...open].reverse()) await app.close();
});

/** The real application on a cloned database, listening on a port of its own; only the clock is a fake. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const owned = options.database === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = options.database?.url ?? owned?.url ?? '';
  const dataDirectory = await mkdtemp(join(tmpdir(), 'headgate-app-'));
  const config = configFor({
    HEADGATE_DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    // The template has the demo in it, and its data sources are at a name that means nothing otherwise.
    HEADGATE_DEMO: 'true',
    ...options.environment,
  });
  const clock = options.clock ?? new FixedClock();
  const log: string[] = [];
  const logger = createLogger(config.logLevel, { write: (line: string) => void log.push(line) });
  const dataSource = await connect({
    url: databaseUrl,
    poolSize: config.database.poolSize,
    patienceMs: config.database.statementMs,
    answerMs: config.database.answerMs,
    connectMs: config.database.connectMs,
    entities: ENTITY_SCHEMAS,
    migrations: MIGRATIONS,
    onPoolError: () => undefined,
  });
  const secretBox = new AesSecretBox(await loadMasterKeys(config));
  const app = await createApp({ config, logger, dataSource, databaseUrl, secretBox, clock });
  const server: Server = await listen(app, { port: 0, host: '127.0.0.1', keepAliveSeconds: 65 }, new ShedConnections(logger, clock));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: TestApp = {
    app,
    url,
    http: new HttpClient(url),
    clock,
    dataSource,
    databaseUrl,
    log,
    close: async () => {
      if (!open.delete(started)) return;
      server.closeAllConnections();
      await app.get(GraphileWorker).stop();
      await app.close();
      if (dataSource.isInitialized) await dataSource.destroy();
      await owned?.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
  open.add(started);
  return started;
}

/** Cheap passwords, but for a test that names their cost: no configuration can do that, and most of a run would be bcrypt. */
function configFor(environment: Readonly<Record<string, string>>): Config {
  const config = loadConfig({ ...testEnvironment, ...environment });
  return environment['BCRYPT_COST'] === undefined ? { ...config, passwords: CHEAP_PASSWORDS } : config;
}

export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly userId: number;
}

export async function logIn(http: HttpClient, username: string, password = DEMO_PASSWORD): Promise<LoggedIn> {
  const answer = await http.post('/api/auth/login', { username, password });
  if (answer.status !== 200) throw new Error(`Login of ${username} answered ${answer.status}.`);
  return loggedInFrom(answer);
}

function loggedInFrom(answer: Answer): LoggedIn {
  const { access_token, refresh_token, user } = answer.body;
  return { accessToken: access_token, refreshToken: refresh_token, userId: Number(user.id) };
}
