import { randomBytes } from 'node:crypto';
import type { Answer } from './http-client.js';
import { type LoggedIn, type TestApp, logIn } from './test-app.js';

export type Send = (
  who: LoggedIn | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export function sender(app: TestApp): Send {
  return (who, method, path, body, headers = {}) => app.http.send(method, path, body, { token: who?.accessToken, headers });
}

const NAMES = ['olivia', 'adam', 'mia', 'vera', 'oscar', 'nora', 'sysadmin'] as const;

/** All people of the demo; mia without her second factor. */
export async function logInAll(app: TestApp): Promise<Record<(typeof NAMES)[number], LoggedIn>> {
  await app.dataSource.query('DELETE FROM mfa_factors');
  const logins: [string, LoggedIn][] = [];
  for (const name of NAMES) logins.push([name, await logIn(app.http, name)]);
  return Object.fromEntries(logins) as Record<(typeof NAMES)[number], LoggedIn>;
}

export const outcome = ({ status, body }: Answer): [number, string | undefined] => [status, body?.code];

/** A body that creates a template which can be published as it is. */
export function templateBody(given: object = {}): Record<string, unknown> {
  return {
    organization_id: 1,
    name: `Template ${randomBytes(4).toString('hex')}`,
    description: 'Ranks the rivers of one continent.',
    template_text: 'Which are the {{limit}} longest rivers of {{continent}}?',
    parameters: [
      {
        name: 'continent',
        type: 'enum',
        required: true,
        description: 'Where to look',
        default: 'Europe',
        enum: ['Africa', 'Asia', 'Europe'],
      },
      { name: 'limit', type: 'integer', required: false, default: '10' },
    ],
    category: 'hydrology',
    tags: ['rivers'],
    compatible_data_source_ids: [],
    is_public: false,
    ...given,
  };
}

/** What a PUT takes, of what a GET or POST answered. */
export function replacementOf(template: Record<string, unknown>): Record<string, unknown> {
  const { name, description, template_text, parameters, category, tags, compatible_data_source_ids, is_public } = template;
  return { name, description, template_text, parameters, category, tags, compatible_data_source_ids, is_public };
}

export interface Template extends Record<string, unknown> {
  readonly id: number;
  readonly name: string;
}

export interface TemplateMaker {
  draft(given?: object): Promise<Template>;
  published(given?: object): Promise<Template>;
}

/** Makes templates through the API. */
export function makerOf(send: Send, who: LoggedIn): TemplateMaker {
  const post = async (status: number, path: string, body: object): Promise<Template> => {
    const answer = await send(who, 'POST', `/api/v1/prompt-templates${path}`, body);
    if (answer.status !== status) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const draft = (given: object = {}): Promise<Template> => post(201, '', templateBody(given));
  const published = async (given: object = {}): Promise<Template> => post(200, `/${(await draft(given)).id}/publish`, { message: 'First' });
  return { draft, published };
}
