import { z } from 'zod';
import { component } from '../../../platform/http/response-schemas.js';
import type { TokenPair } from '../../application/exchange-code.js';

export const OpenedSession = component(
  'OpenedSession',
  z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    user: z.object({ id: z.string(), username: z.string(), email: z.string(), role: z.string() }),
  }),
  {
    access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
    refresh_token: 'kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
  },
  'The members of `IssuedTokens`, which a login with a password answers.',
);

export function toOpenedSession({
  accessToken,
  refreshToken,
  expiresIn,
  user,
}: TokenPair): z.infer<typeof OpenedSession> {
  const { id, username, email, role } = user;
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    user: { id: String(id), username, email, role },
  };
}
