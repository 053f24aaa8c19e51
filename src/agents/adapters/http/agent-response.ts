import { z } from 'zod';
import { component, displayName, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { JudgedRequest } from '../../application/judge-agent-request.js';
import type { ListedKey } from '../../application/list-access-keys.js';
import type { ListedMemberKey } from '../../application/list-member-keys.js';
import { KEY_SCOPES } from '../../domain/access-key.js';
import { type ClientSecret, type RegisteredClient as StoredClient, hostOfRedirect, isOnThisMachine } from '../../domain/agent-client.js';
import { ADMITTED_CLIENTS, type AgentRules as StoredRules, MOST_DAYS } from '../../domain/agent-rules.js';

const scopes = listOf(z.enum(KEY_SCOPES));
const clientId = z.string().meta({ description: 'The address of its metadata document, or the id of its registration here.' });

export const AgentRequest = component(
  'AgentRequest',
  z.object({
    client: z.object({
      client_id: clientId,
      name: z.string(),
      host: z.string().nullable().meta({ description: 'Who vouches for the name; `null` for a client that an administrator registered.' }),
    }),
    redirect_host: z.string().meta({ description: 'Where the answer goes; the scheme of a program that has its own.' }),
    is_loopback: z.boolean().meta({ description: 'The answer goes to a program on the machine of the person, which may be any.' }),
    scopes,
    organizations: listOf(z.object({ id, name: z.string(), scopes, longest_days: z.int().min(1).max(MOST_DAYS) })),
    problem: z.string().nullable().meta({ description: 'Why it cannot be allowed, for those who make the program.' }),
    decline_to: z.string().meta({ description: 'Where to go if the person says no.' }),
  }),
  {
    client: { client_id: 'headgate-demo', name: 'Demo client', host: null },
    redirect_host: 'localhost:8765',
    is_loopback: true,
    scopes: ['schema.read', 'query.run'],
    organizations: [{ id: 1, name: 'Delta Analytics', scopes: ['schema.read', 'query.run'], longest_days: 90 }],
    problem: null,
    decline_to: 'http://localhost:8765/callback?error=access_denied&state=af0ifjsldkj&iss=http%3A%2F%2Flocalhost%3A3000',
  },
);

export function toAgentRequest({ request, client, organizations, declineTo }: JudgedRequest): z.infer<typeof AgentRequest> {
  const { redirectUri, refusal } = request;
  return {
    client: { client_id: client.id, name: client.name, host: client.host },
    redirect_host: hostOfRedirect(redirectUri),
    is_loopback: isOnThisMachine(redirectUri),
    scopes: request.scopes,
    organizations: organizations.map(({ id: of, name, rules }) => ({
      id: of,
      name,
      scopes: request.scopes.filter((scope) => rules.scopes.includes(scope)),
      longest_days: rules.longestDays,
    })),
    problem: refusal?.description ?? null,
    decline_to: declineTo,
  };
}

export const AllowedAgent = component(
  'AllowedAgent',
  z.object({ redirect_to: z.string().meta({ description: 'Open it: it takes the code to the program.' }) }),
  { redirect_to: 'http://localhost:8765/callback?code=hgc_Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJk4Tc&iss=http%3A%2F%2Flocalhost%3A3000' },
);

const agent = {
  id,
  name: z.string(),
  client_id: clientId,
  redirect_host: z.string(),
  organization_id: id,
  scopes,
  data_source_ids: listOf(id).nullable().meta({ description: '`null`: all of the organization.' }),
  status: z.enum(['active', 'paused']).meta({ description: '`paused`: refused at the moment.' }),
  created_at: moment,
  expires_at: moment,
  last_used_at: moment.nullable().meta({ description: 'Exact to some minutes.' }),
};

const AGENT = {
  id: 4,
  name: 'Demo client',
  client_id: 'headgate-demo',
  redirect_host: 'localhost:8765',
  organization_id: 1,
  scopes: ['schema.read', 'query.run'],
  data_source_ids: null,
  status: 'active',
  created_at: '2026-11-20T09:15:00.000Z',
  expires_at: '2026-12-20T09:15:00.000Z',
  last_used_at: '2026-11-20T09:40:00.000Z',
} satisfies z.infer<z.ZodObject<typeof agent>>;

export const Agent = component('Agent', z.object(agent), AGENT);

export const MemberAgent = component('MemberAgent', z.object({ ...agent, user_id: id, username: z.string(), display_name: displayName }), {
  ...AGENT,
  user_id: 3,
  username: 'adam',
  display_name: 'Adam Lindholm',
});

export function toAgent(key: ListedKey): z.infer<typeof Agent> {
  return {
    id: key.id,
    name: key.name,
    client_id: key.clientId ?? '',
    redirect_host: key.redirectHost ?? '',
    organization_id: key.organizationId,
    scopes: key.scopes,
    data_source_ids: key.dataSourceIds,
    status: key.status === 'active' ? 'active' : 'paused',
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

export function toMemberAgent(key: ListedMemberKey): z.infer<typeof MemberAgent> {
  return { ...toAgent(key), user_id: key.userId, username: key.username, display_name: key.displayName };
}

export const AgentRules = component(
  'AgentRules',
  z.object({
    admits: z.enum(ADMITTED_CLIENTS),
    listed: listOf(z.string()),
    scopes,
    longest_days: z.int().min(1).max(MOST_DAYS),
  }),
  { admits: 'listed', listed: ['claude.ai'], scopes: ['schema.read', 'query.run'], longest_days: 90 },
);

export function toAgentRules({ admits, listed, scopes: widest, longestDays }: StoredRules): z.infer<typeof AgentRules> {
  return { admits, listed, scopes: widest, longest_days: longestDays };
}

const secret = { id, hint: z.string().meta({ description: 'Its last letters.' }), created_at: moment, expires_at: moment };
const SECRET = { id: 2, hint: 'k4Tc', created_at: '2026-11-20T09:15:00.000Z', expires_at: '2027-11-20T09:15:00.000Z' };

export const AgentClient = component(
  'AgentClient',
  z.object({
    ...{ id, client_id: z.string(), name: z.string(), redirect_uris: listOf(z.string()) },
    ...{ has_secrets: z.boolean(), secrets: listOf(z.object(secret)), created_at: moment },
  }),
  {
    ...{ id: 1, client_id: 'headgate-demo', name: 'Demo client', redirect_uris: ['http://localhost/callback'] },
    ...{ has_secrets: false, secrets: [], created_at: '2026-11-20T09:15:00.000Z' },
  },
);

export const NewClientSecret = component(
  'NewClientSecret',
  z.object({ ...secret, secret: z.string().meta({ description: 'What the server sends. It is shown only this once.' }) }),
  { ...SECRET, secret: 'hgcs_Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJk4Tc' },
);

export function toAgentClient(client: StoredClient): z.infer<typeof AgentClient> {
  return {
    id: client.id,
    client_id: client.clientId,
    name: client.name,
    redirect_uris: client.redirectUris,
    has_secrets: client.hasSecrets,
    secrets: client.secrets.map(toSecret),
    created_at: client.createdAt.toISOString(),
  };
}

export function toNewClientSecret(made: ClientSecret, text: string): z.infer<typeof NewClientSecret> {
  return { ...toSecret(made), secret: text };
}

function toSecret({ id: of, hint, createdAt, expiresAt }: ClientSecret): z.infer<z.ZodObject<typeof secret>> {
  return { id: of, hint, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
}
