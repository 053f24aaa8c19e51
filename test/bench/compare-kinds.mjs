// What `compare` asks of each build. A kind is a request, or a few that belong together, which each client sends again and again.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { seedQuestions } from './authzen-seed.mjs';
import { copyAccounts, trustedLogins } from './device-accounts.mjs';
import { issueToken, person } from './scim-seed.mjs';
import { LOGIN } from './service.mjs';
import { Browser } from './sso-browser.mjs';
import { connect } from './sso-login.mjs';

export const RETURN_TO = 'https://app.example/signed-in';
const CLIENTS = 4;
const ORIGINAL = 'adam';
const SEEDED = 200;
/** In force in an organization that nothing else here asks about. */
const POLICIES = 50;
/** Access tokens live longer. */
const RENEW_AFTER_MS = 300_000;
const SCIM = 'application/scim+json';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ORGANIZATION = '/api/v1/organizations/1';
const QUERY = 'SELECT name, length_km FROM hydrology.rivers ORDER BY length_km DESC LIMIT 10';

/** How much more CPU a kind may cost. */
const LIMITS = { everyday: 1.05, administrative: 1.25 };

export class Client {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #renewedAt = 0;

  constructor(url, scimToken) {
    this.url = url;
    this.scimToken = scimToken;
  }

  async logIn(username) {
    const login = await this.send('POST', '/api/auth/login', { ...LOGIN, username });
    this.refreshToken = login.refresh_token;
    this.#take(login);
  }

  async renew() {
    if (performance.now() - this.#renewedAt > RENEW_AFTER_MS) this.#take(await this.refresh());
  }

  refresh() {
    return this.send('POST', '/api/auth/refresh', { refresh_token: this.refreshToken });
  }

  #take({ access_token: token }) {
    this.token = token;
    this.#renewedAt = performance.now();
  }

  scim(method, path, body) {
    return this.send(method, `/scim/v2${path}`, body, {
      Authorization: `Bearer ${this.scimToken}`,
      'Content-Type': SCIM,
    });
  }

  /** @returns the body, with the device token of the answer */
  async send(method, path, body, headers = {}) {
    const json = body === undefined ? '' : JSON.stringify(body);
    const sent = request(`${this.url}${path}`, {
      method,
      agent: this.#agent,
      headers: {
        'User-Agent': 'headgate-bench/1',
        ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
        ...headers,
      },
    });
    sent.end(json);
    const [answer] = await once(sent, 'response');
    const said = await text(answer);
    if (answer.statusCode >= 400) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${said}`);
    return { ...(said !== '' && JSON.parse(said)), deviceToken: answer.headers['x-device-token'] };
  }
}

/** @returns clients that are logged in, and the kinds: { name, limit, turns: what each of the clients does once more } */
export async function kindsOf({ service, databaseUrl }, issuer) {
  const { url } = service;
  const names = (prefix) => Array.from({ length: CLIENTS }, (_, index) => `${prefix}-${index}`);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const scimToken = await issueToken(database);
  const [people, trusted] = [names('person'), names('trusted')];
  const connectionId = await connect(databaseUrl, issuer, people);
  await copyAccounts(database, ORIGINAL, trusted);
  const devices = await trustedLogins(url, trusted);
  const clients = await Promise.all(people.map((username) => loggedIn(new Client(url, scimToken), username)));
  const owners = await Promise.all(people.map(() => loggedIn(new Client(url, scimToken), LOGIN.username)));
  const programs = await Promise.all(people.map(() => loggedIn(new Client(url), 'oscar')));
  const questions = await seedQuestions(programs[0], database, 2, POLICIES);
  await database.end();
  const [owner] = owners;
  await owner.send('POST', '/api/v1/data-sources/1/discover-schema', {});
  const seeded = [];
  for (let index = 0; index < SEEDED; index += 1) seeded.push(await owner.scim('POST', '/Users', person(`s${index}`)));
  const { data: listed } = await owner.send('GET', `${ORGANIZATION}/roles`);
  const viewer = listed.roles.find(({ name }) => name === 'viewer');
  const places = await Promise.all(owners.map((client, index) => placeOf(client, index)));
  const browsers = people.map((subject) => new Browser({ subject, connectionId }, { url, returnTo: RETURN_TO }));

  let count = 0;
  const fresh = () => (count += 1);
  const kind = (name, limit, actors, act) => ({
    name,
    limit,
    turns: actors.map((actor, index) => () => act(actor, index)),
  });
  const everyday = (name, act, actors = clients) => kind(name, LIMITS.everyday, actors, act);
  const administrative = (name, act) => kind(name, LIMITS.administrative, owners, act);
  const patched = (client, value) => {
    const { id } = seeded[fresh() % SEEDED];
    return client.scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', value }] });
  };
  // Each time somebody's: a change that changes nobody costs less than half.
  const off = new Set();
  const toggled = () => {
    const person = (count + 1) % SEEDED;
    if (!off.delete(person)) off.add(person);
    return !off.has(person);
  };
  const found = () => encodeURIComponent(`userName eq "s${fresh() % SEEDED}@bench.example"`);
  const kinds = [
    everyday('login by password', (client, index) => client.send('POST', '/api/auth/login', { ...LOGIN, username: people[index] })),
    everyday('login from a trusted device', async (client, index) => {
      const { token, ...login } = devices[index];
      const { deviceToken } = await client.send('POST', '/api/auth/login', login, { 'X-Device-Token': token });
      devices[index].token = deviceToken;
    }),
    everyday('login by single sign-on, four requests', (browser) => browser.logIn(), browsers),
    everyday('refresh', (client) => client.refresh()),
    everyday('GET /api/v1/me', (client) => client.send('GET', '/api/v1/me')),
    everyday('GET /api/v1/sessions', (client) => client.send('GET', '/api/v1/sessions')),
    everyday('GET /api/rivers?limit=10', (client) => client.send('GET', '/api/rivers?limit=10')),
    everyday('SCIM create a user', (client) => client.scim('POST', '/Users', person(`c${fresh()}`))),
    everyday('SCIM PATCH a title', (client) => patched(client, { title: `Engineer ${count}` })),
    everyday('SCIM PATCH active', (client) => patched(client, { active: toggled() })),
    everyday('SCIM by id', (client) => client.scim('GET', `/Users/${seeded[fresh() % SEEDED].id}`)),
    everyday('SCIM userName eq', (client) => client.scim('GET', `/Users?filter=${found()}`)),
    everyday('SCIM list 50 users', (client) => client.scim('GET', '/Users?startIndex=1&count=50')),
    everyday(`AuthZEN evaluation, ${POLICIES} policies`, (client) => client.send('POST', '/access/v1/evaluation', questions.one), programs),
    everyday(
      `AuthZEN batch of 50, ${POLICIES} policies`,
      (client) => client.send('POST', '/access/v1/evaluations', questions.fifty),
      programs,
    ),
    everyday('query of the sample database', (client) => client.send('POST', '/api/v1/data-sources/1/query', { sql: QUERY })),
    everyday('query select 1', (client) => client.send('POST', '/api/v1/data-sources/1/query', { sql: 'select 1' })),
    administrative('GET roles', (client) => client.send('GET', `${ORGANIZATION}/roles`)),
    administrative('PUT a role', (client, index) => {
      const permissions = fresh() % 2 === 0 ? ['organization.read'] : ['organization.read', 'workspace.read'];
      return client.send('PUT', `/api/v1/roles/${places[index].role}`, { name: `Role ${index} ${count}`, permissions });
    }),
    administrative('GET workspaces', (client) => client.send('GET', `${ORGANIZATION}/workspaces`)),
    administrative('PUT a workspace', (client, index) =>
      client.send('PUT', `/api/v1/workspaces/${places[index].workspace}`, { name: `Place ${index} ${fresh()}` }),
    ),
    administrative('GET settings', (client) => client.send('GET', `${ORGANIZATION}/settings`)),
    administrative('PATCH settings', (client) =>
      client.send('PATCH', ORGANIZATION, { settings: { device_trust_days: 30 + (fresh() % 30) } }),
    ),
    administrative('GET members', (client) => client.send('GET', `${ORGANIZATION}/members`)),
    administrative('GET invitations', (client) => client.send('GET', `${ORGANIZATION}/invitations`)),
    administrative('invite and withdraw, two requests', async (client, index) => {
      const body = { email: `i${fresh()}@guest.example`, workspace_id: places[index].workspace, role_id: viewer.id };
      const { data } = await client.send('POST', `${ORGANIZATION}/invitations`, body);
      await client.send('DELETE', `${ORGANIZATION}/invitations/${data.invitation.id}`);
    }),
  ];
  return { kinds, clients, renew: () => Promise.all([...clients, ...owners, ...programs].map((client) => client.renew())) };
}

async function loggedIn(client, username) {
  await client.logIn(username);
  return client;
}

/** A role and a workspace that only this client changes. */
async function placeOf(client, index) {
  const role = await client.send('POST', `${ORGANIZATION}/roles`, { name: `Role ${index}`, permissions: [] });
  const workspace = await client.send('POST', `${ORGANIZATION}/workspaces`, { name: `Place ${index}` });
  return { role: role.data.role.id, workspace: workspace.data.workspace.id };
}
