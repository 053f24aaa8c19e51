import { type Scene, sceneOfAccess } from './access-scene.js';
import type { DocumentedOperation } from './documented-values.js';
import type { Answer } from './http-client.js';
import { bodyFor, requestFor } from './route-requests.js';
import { type TestApp, logIn, startTestApp } from './test-app.js';

/** In what a request differs from the right one. Whatever is `undefined` is left out. */
export interface Change {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: (right: object) => object;
}

/** Sends what is right by the document, each time to the scene of access as it was. */
export class RightRequests {
  private scene: Scene | null = null;
  private readonly tokens = new Map<string, string>();
  /** Whose tokens nothing can have ended since they were used. */
  private readonly alive = new Set<string>();

  private constructor(
    readonly app: TestApp,
    private readonly setScene: () => Promise<Scene>,
  ) {}

  static async start(): Promise<RightRequests> {
    const app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    return new RightRequests(app, await sceneOfAccess(app));
  }

  /** @param who the username, or nobody */
  async send(one: DocumentedOperation, who: string | null, change: Change = {}): Promise<Answer> {
    const scene = await this.ready();
    const route = `${one.method} ${one.path.replaceAll(/{(\w+)}/g, ':$1')}`;
    const ids = Object.fromEntries(Object.keys(scene).map((name) => [name, scene[`${one.method} ${name}`] ?? scene[name] ?? 1]));
    const { path, headers, body: right } = requestFor(route, ids);
    const sent = right?.startsWith('<') ? right : bodyFor(route, scene);
    const body = change.body === undefined ? sent : JSON.stringify(change.body(JSON.parse(sent ?? '{}') as object));
    const answer = await this.app.http.send(one.method, asking(one, path, change.query), body, {
      token: who === null ? undefined : await this.tokenOf(who),
      headers: { ...textsOf(change.headers), ...headers, Accept: '*/*' },
    });
    // Only what was read or refused leaves the scene as it is.
    if (one.method !== 'GET' && answer.status < 400) this.scene = null;
    return answer;
  }

  private async ready(): Promise<Scene> {
    if (this.scene === null) {
      this.scene = await this.setScene();
      this.alive.clear();
    }
    return this.scene;
  }

  private async tokenOf(who: string): Promise<string> {
    const known = this.tokens.get(who);
    if (known !== undefined && this.alive.has(who)) return known;
    this.alive.add(who);
    if (known !== undefined && (await this.app.http.get('/api/v1/me', { token: known })).status === 200) return known;
    const { accessToken } = await logIn(this.app.http, who);
    this.tokens.set(who, accessToken);
    return accessToken;
  }
}

/** The address with what the query needs. */
function asking({ operation }: DocumentedOperation, path: string, change: Change['query'] = {}): string {
  const [place = '', given = ''] = path.split('?');
  const needed = (operation.parameters ?? []).filter(({ in: where, required }) => where === 'query' && required === true);
  const asked = {
    ...Object.fromEntries(needed.map(({ name }) => [name, '1'])),
    ...Object.fromEntries(new URLSearchParams(given)),
    ...change,
  };
  const query = new URLSearchParams(textsOf(asked));
  return query.size === 0 ? place : `${place}?${query}`;
}

function textsOf(values: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}
