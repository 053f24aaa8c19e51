import { type IncomingMessage, request } from 'node:http';
import { expect } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { rewinding } from '../support/rewinding.js';
import { scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
export const BULK_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** Where the service says that it is, whatever the port of a test. */
export const BASE = 'http://headgate.test/scim/v2';
export const NOBODY = '00000000-0000-4000-8000-000000000000';

type Headers = Readonly<Record<string, string>>;
export type Json = Record<string, unknown>;

/** A SCIM client of one organization; paths are relative to /scim/v2, and only the given headers are sent beside the token. */
export class Scim {
  constructor(
    readonly app: TestApp,
    readonly token: string,
  ) {}

  get(path: string, headers?: Headers): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers?: Headers): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers?: Headers): Promise<Answer> {
    return this.send('PUT', path, body, headers);
  }

  patch(path: string, operations: unknown, headers?: Headers): Promise<Answer> {
    return this.send('PATCH', path, { schemas: [PATCH_OP], Operations: operations }, headers);
  }

  delete(path: string, headers?: Headers): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.app.http.send(method, `/scim/v2${path}`, body, {
      token: this.token,
      headers: {
        Accept: 'application/scim+json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }),
        ...headers,
      },
    });
  }

  /** Over a bare request: no header but these, and the path as it stands, whatever is in it. */
  raw(method: string, path: string, headers: Headers = {}, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.app.url);
      const sent = request(
        {
          hostname,
          port,
          method,
          path: `/scim/v2${path}`,
          headers: { Authorization: `Bearer ${this.token}`, ...headers },
        },
        (message) => void read(message).then(resolve, reject),
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async user(attributes: Json): Promise<Json & { id: string }> {
    return created(await this.post('/Users', { schemas: [USER], ...attributes }));
  }

  async group(displayName: string, members: readonly string[] = []): Promise<Json & { id: string }> {
    return created(await this.post('/Groups', { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) }));
  }

  /** All that is true of a resource now. */
  async read(path: string): Promise<Json> {
    const answer = await this.get(path);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }
}

async function read(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: message.statusCode ?? 0, headers, body, text };
}

function created(answer: Answer): Json & { id: string } {
  if (answer.status !== 201) throw new Error(`Creation answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Organization 1 is olivia's, 2 is oscar's. */
export async function scimOf(app: TestApp, organizationId: 1 | 2): Promise<Scim> {
  return new Scim(app, (await scimClient(app, organizationId)).token);
}

export async function startScim(): Promise<Scim> {
  return scimOf(await startTestApp(), 1);
}

let shared: { readonly app: TestApp; readonly rewind: () => Promise<void> } | undefined;

/** On the rows of a start, for groups of one file, which share an application until the file ends. */
export async function scimAnew(): Promise<Scim> {
  if (shared === undefined) {
    const app = await startTestApp();
    shared = { app, rewind: await rewinding(app) };
  }
  await shared.rewind();
  return scimOf(shared.app, 1);
}

/** RFC 7644 section 3.12: status as a string, the error's URN, JSON that says it is SCIM, and words. */
export function expectRefusal(answer: Answer, status: number, scimType?: string | readonly string[]): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
  expect(answer.body).toMatchObject({ schemas: [ERROR], status: String(status), detail: expect.any(String) });
  if (typeof scimType === 'string') expect([answer.body.scimType, answer.text]).toEqual([scimType, answer.text]);
  else if (scimType !== undefined) expect(scimType).toContain(answer.body.scimType);
}

export function query(parameters: Readonly<Record<string, string | number>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) text.set(name, String(value));
  return `?${text.toString()}`;
}

export function ids(answer: Answer): string[] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return (answer.body.Resources as Json[]).map(({ id }) => String(id));
}
