import { z } from 'zod';
import { component, displayName, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { ListedKey } from '../../application/list-access-keys.js';
import type { ListedMemberKey } from '../../application/list-member-keys.js';
import { type AccessKey as StoredKey, KEY_SCOPES, KEY_STATUSES } from '../../domain/access-key.js';

const made = {
  id,
  name: z.string(),
  organization_id: id,
  scopes: listOf(z.enum(KEY_SCOPES)),
  data_source_ids: listOf(id).nullable().meta({ description: '`null`: all of the organization.' }),
  hint: z.string().meta({ description: 'The last letters of the key.' }),
  created_at: moment,
  expires_at: moment,
};

const MADE = {
  id: 3,
  name: 'Claude Desktop',
  organization_id: 1,
  scopes: ['schema.read', 'query.run'],
  data_source_ids: null,
  hint: 'k4Tc',
  created_at: '2026-11-20T09:15:00.000Z',
  expires_at: '2027-02-18T09:15:00.000Z',
} satisfies z.infer<z.ZodObject<typeof made>>;

const kept = {
  ...made,
  status: z.enum(KEY_STATUSES).meta({ description: '`ended`: the key is refused although it is neither revoked nor expired.' }),
  revoked_at: moment.nullable(),
  last_used_at: moment.nullable().meta({ description: 'Exact to some minutes.' }),
};

const KEPT = {
  ...MADE,
  status: 'active',
  revoked_at: null,
  last_used_at: '2026-11-20T09:40:00.000Z',
} satisfies z.infer<z.ZodObject<typeof kept>>;

export const NewAccessKey = component(
  'NewAccessKey',
  z.object({ ...made, token: z.string().meta({ description: 'What the client sends. It is shown only this once.' }) }),
  { ...MADE, token: 'hgk_Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJk4Tc' },
);

export const AccessKey = component('AccessKey', z.object(kept), KEPT);

export const MemberAccessKey = component(
  'MemberAccessKey',
  z.object({ ...kept, user_id: id, username: z.string(), display_name: displayName }),
  {
    ...KEPT,
    user_id: 4,
    username: 'vera',
    display_name: 'Vera Lindqvist',
  },
);

export const AccessKeyRules = component('AccessKeyRules', z.object({ allowed: z.boolean() }), { allowed: true });

function toMade(key: StoredKey): z.infer<z.ZodObject<typeof made>> {
  return {
    id: key.id,
    name: key.name,
    organization_id: key.organizationId,
    scopes: key.scopes,
    data_source_ids: key.dataSourceIds,
    hint: key.hint,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt.toISOString(),
  };
}

export function toNewAccessKey(key: StoredKey, text: string): z.infer<typeof NewAccessKey> {
  return { ...toMade(key), token: text };
}

export function toAccessKey(key: ListedKey): z.infer<typeof AccessKey> {
  return {
    ...toMade(key),
    status: key.status,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

export function toMemberAccessKey(key: ListedMemberKey): z.infer<typeof MemberAccessKey> {
  return { ...toAccessKey(key), user_id: key.userId, username: key.username, display_name: key.displayName };
}
