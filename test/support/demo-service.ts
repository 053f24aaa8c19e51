import { afterAll, beforeAll } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { testEnvironment } from '../setup/test-environment.mjs';
import type { TestDatabase } from './database.js';
import { HeadgateProcess } from './headgate-process.js';
import { type Answer, HttpClient } from './http-client.js';
import { type Installation, installation } from './installation.js';

/** Its own port has to be known before it starts: the addresses of its connections name it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface DemoService {
  readonly program: HeadgateProcess;
  readonly url: string;
  readonly http: HttpClient;
  /** A request to the demo's own routes, which the API document does not hold. */
  demo(path?: string, init?: RequestInit): Promise<Pick<Answer, 'status' | 'body'>>;
}

/** The service as a process, on loopback, in a demo with everything beside it. */
export async function startDemoService(
  { run }: Pick<Installation, 'run'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<DemoService> {
  const port = environment['PORT'] ?? String(await freePort());
  const program = run('main', {
    environment: { HEADGATE_DEMO: 'true', HEADGATE_DEMO_STAND_INS: 'true', PORT: port, ...environment },
  });
  const url = await program.listening();
  return {
    program,
    url,
    http: new HttpClient(url),
    demo: async (path = '', init = {}) => {
      const headers = { 'Content-Type': 'application/json', ...(init.headers as Record<string, string>) };
      const answer = await fetch(`${url}/api/demo${path}`, { ...init, headers });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

interface DemoPages {
  readonly service: DemoService;
  /** By the name for which browsers keep the cookie of a session, and let passkeys be used. */
  readonly address: string;
}

/** A demo for the pages, on the database of these tests. */
export async function startDemoPages(
  { database, directory }: Pick<Installation, 'database' | 'directory'>,
  further: Readonly<Record<string, string>> = {},
): Promise<DemoPages> {
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  const service = await startDemoService(
    { run: (...given) => HeadgateProcess.run(...given) },
    {
      ...testEnvironment,
      PUBLIC_URL: address,
      PORT: port,
      DATABASE_URL: database.url,
      HEADGATE_DATA_DIR: `${directory}/data`,
      ...further,
    },
  );
  return { service, address };
}

/**
 * A demo for the pages, for the tests of a file; it ends after them.
 * @param begins 'seeded': with the data that all tests have; 'empty': it seeds and furnishes itself, as on a new machine
 */
export function demoPages(begins: 'seeded' | 'empty' = 'seeded'): () => DemoPages & Pick<Installation, 'database' | 'directory'> {
  let pages: DemoPages;
  let own: TestDatabase | undefined;
  // Before that of the installation, whose database the other one is dropped by.
  afterAll(async () => {
    await pages.service.program.stop('SIGKILL');
    await own?.drop();
  });
  const ours = installation();
  beforeAll(async () => {
    const { directory, database } = ours();
    own = begins === 'empty' ? await ours().emptyDatabase() : undefined;
    pages = await startDemoPages({ directory, database: own ?? database });
  });
  return () => ({ ...pages, ...ours() });
}

/** A connection to the provider of the demo, tested and active, as an owner makes it. */
export async function connectDemoProvider(
  service: DemoService,
  token: string,
  type: 'oidc' | 'saml',
  visit: (url: string) => Promise<unknown>,
): Promise<number> {
  const { oidc, saml } = (await service.demo()).body.identity_provider;
  const { issuer, client_id, client_secret } = oidc;
  const config = type === 'oidc' ? { issuer, client_id, client_secret } : { metadata_url: saml.metadata_url, address_proof: 'directory' };
  const made = await service.http.post(
    '/api/v1/organizations/1/sso/connections',
    { name: `Demo ${type}`, type, config: { ...config, provisions: true }, default_role_id: 4 },
    { token },
  );
  if (made.status !== 201) throw new Error(`No connection: ${made.text}`);
  const { id } = made.body.data.connection;
  const { test } = (await service.http.post(`/api/v1/sso/connections/${id}/test`, undefined, { token })).body.data;
  await visit(test.start_url);
  const active = await service.http.post(`/api/v1/sso/connections/${id}/activate`, undefined, { token });
  if (active.status !== 200) {
    const seen = await service.http.get(`/api/v1/sso/connections/${id}/tests/${test.id}`, { token });
    throw new Error(`Not active: ${active.text} ${seen.text}`);
  }
  return id;
}
