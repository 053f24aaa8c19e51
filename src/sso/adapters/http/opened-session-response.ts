import { z } from 'zod';
import { component } from '../../../platform/http/response-schemas.js';
import type { TokenPair } from '../../application/exchange-code.js';

const user = z.object({ id: z.string(), username: z.string(), email: z.string(), role: z.string() });

const OLIVIA = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
} as const;

export const OpenedBrowserSession = component(
  'OpenedBrowserSession',
  z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    user,
  }),
  OLIVIA,
  'The members of `OpenedSession` without `refresh_token`, which is in a cookie.',
);

export const ProviderLogout = z.object({
  logout_url: z
    .string()
    .nullable()
    .meta({ examples: ['https://idp.example/session/end'] }),
});

export const OpenedSession = component(
  'OpenedSession',
  z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    user,
  }),
  { ...OLIVIA, refresh_token: 'kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI' },
  'The members of `IssuedTokens`, as in the answer to a login with a password.',
);

export function toOpenedBrowserSession({
  accessToken,
  expiresIn,
  user: { id, username, email, role },
}: TokenPair): z.infer<typeof OpenedBrowserSession> {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    user: { id: String(id), username, email, role },
  };
}

export function toOpenedSession(pair: TokenPair): z.infer<typeof OpenedSession> {
  return { ...toOpenedBrowserSession(pair), refresh_token: pair.refreshToken };
}
