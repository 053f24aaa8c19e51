import { expect } from '@jest/globals';

/** What a client cannot know. Generated clients are compiled with this file, so it needs nothing of the service. */
export interface Scene {
  readonly url: string;
  readonly password: string;
  /** Who has an authenticator app, and what it shows. */
  readonly totpUser: string;
  readonly code: () => string;
  readonly advance: (span: { readonly hours: number; readonly seconds: number }) => void;
}

/** Why the service did not do something: the code, and what it names of the request. */
interface Refused {
  readonly code: string;
  readonly named?: readonly string[];
}

interface Challenge {
  readonly token: string;
  readonly methods: readonly string[];
}

/** What the tours need of a client that a generator has built: each method is one call, with the types of the document. */
export interface GeneratedClient {
  logIn(username: string, password: string): Promise<Challenge | 'tokens'>;
  /** @returns with what the device can be trusted */
  verify(challenge: Challenge, code: string): Promise<string | undefined>;
  refresh(): Promise<void>;
  logOut(): Promise<void>;
  caller(): Promise<{ readonly username: string; readonly acr: string | null } | Refused>;
  sessions(): Promise<readonly { readonly is_current: boolean }[] | Refused>;
  trust(activationToken: string): Promise<number>;
  devices(): Promise<readonly { readonly device_id: number; readonly status: string }[]>;
  revoke(device: number): Promise<void>;
  rivers(page: number, limit: number): Promise<readonly { readonly name: string }[]>;
  dataSource(): Promise<{ readonly has_password: boolean }>;
  test(): Promise<boolean>;
  /** @returns how many tables were found */
  discover(): Promise<number>;
  schemas(search: string): Promise<readonly string[]>;
  diagram(schema: string): Promise<string>;
  context(question: string, tokens: number): Promise<{ readonly text: string; readonly tables: readonly string[] }>;
  query(sql: string): Promise<readonly (readonly unknown[])[] | Refused>;
  /** @returns the rules that it breaks */
  validate(sql: string): Promise<readonly string[]>;
  render(parameters: Record<string, unknown>): Promise<string | Refused>;
  execute(parameters: Record<string, unknown>): Promise<'done' | Refused>;
}

export type MakeClient = (baseUrl: string, fetch: typeof globalThis.fetch) => GeneratedClient;

async function loggedIn(make: MakeClient, username: string, { url, password }: Scene): Promise<GeneratedClient> {
  const client = make(url, fetch);
  expect(await client.logIn(username, password)).toBe('tokens');
  return client;
}

async function challenged(client: GeneratedClient, { totpUser, password }: Scene): Promise<Challenge> {
  const challenge = await client.logIn(totpUser, password);
  if (challenge === 'tokens') throw new Error('No second factor was asked for.');
  expect(challenge.methods).toEqual(['totp']);
  return challenge;
}

/** The steps of `tours.spec.ts`, by the clients of other generators. */
export const GENERATED_TOURS: Readonly<Record<string, (make: MakeClient, scene: Scene) => Promise<void>>> = {
  'README.md: a second factor, a discovery, a query, and what is refused': async (make, scene) => {
    const mias = make(scene.url, fetch);
    await mias.verify(await challenged(mias, scene), scene.code());
    expect(await mias.caller()).toEqual({ username: 'mia', acr: 'aal2' });

    const olivias = await loggedIn(make, 'olivia', scene);
    expect(await olivias.discover()).toBe(5);
    expect(await olivias.query('SELECT continent, count(*) AS rivers FROM rivers GROUP BY 1 ORDER BY 2 DESC LIMIT 2')).toEqual([
      ['Asia', 127],
      ['North America', 118],
    ]);
    const refused = await olivias.query('SELECT pg_read_file(name) FROM rivers');
    expect(refused).toEqual({ code: 'QUERY_REJECTED', named: ['forbidden_function'] });
  },

  'people: logs in, reads, refreshes and logs out': async (make, scene) => {
    const client = await loggedIn(make, 'olivia', scene);
    expect((await client.rivers(1, 3)).map(({ name }) => name)[0]).toBe('Nile');
    scene.advance({ hours: 1, seconds: 1 });
    expect(await client.sessions()).toEqual({ code: 'UNAUTHORIZED' });
    await client.refresh();
    expect(await client.sessions()).toContainEqual({ is_current: true });
    await client.logOut();
    expect(await client.caller()).toEqual({ code: 'UNAUTHORIZED' });
  },

  'people: answers a second factor, trusts the device, skips the factor, and revokes the device': async (make, scene) => {
    // A browser keeps the device token as a cookie.
    let deviceToken: string | null = null;
    const client = make(scene.url, async (input, init) => {
      const request = new Request(input, init);
      if (deviceToken !== null) request.headers.set('X-Device-Token', deviceToken);
      const answer = await fetch(request);
      deviceToken = answer.headers.get('X-Device-Token') ?? deviceToken;
      return answer;
    });
    const activation = await client.verify(await challenged(client, scene), scene.code());
    const device = await client.trust(activation ?? '');
    expect(await client.logIn(scene.totpUser, scene.password)).toBe('tokens');
    await client.revoke(device);
    expect((await client.devices()).find(({ device_id: id }) => id === device)?.status).toBe('revoked');
    await challenged(client, scene);
  },

  'analysts: discovers, searches, draws and puts into words': async (make, scene) => {
    const client = await loggedIn(make, 'olivia', scene);
    expect((await client.dataSource()).has_password).toBe(true);
    expect(await client.test()).toBe(true);
    await client.discover();
    expect(await client.schemas('discharge')).toEqual(['hydrology']);
    expect(await client.diagram('hydrology')).toMatch(/^erDiagram/);
    const { text, tables } = await client.context('Which gauges lie on the Danube', 600);
    expect(text).toContain('CREATE TABLE');
    expect(tables).toEqual(expect.arrayContaining(['gauges', 'rivers']));
  },

  'analysts: renders a template, is told every wrong value, and is kept from harm': async (make, scene) => {
    const client = await loggedIn(make, 'olivia', scene);
    expect(await client.render({ continent: 'Africa', limit: 3 })).toContain('Which are the 3 longest rivers of Africa?');
    const wrong = await client.render({ continent: 'Atlantis', limit: 'three' });
    expect(wrong).toEqual({ code: 'VALIDATION_FAILED', named: ['parameters.continent', 'parameters.limit'] });
    await client.discover();
    expect(await client.validate('SELECT 1; DROP TABLE rivers')).toEqual(['one_statement']);
    expect(await client.execute({ continent: 'Africa', limit: 3 })).toEqual({ code: 'MODEL_NOT_CONFIGURED' });
  },
};
