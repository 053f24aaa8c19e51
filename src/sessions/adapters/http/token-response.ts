import { z } from 'zod';
import { clientNameOf } from '../../../platform/http/client-name.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { component } from '../../../platform/http/response-schemas.js';
import type { TokenPair } from '../../application/issue-token-pair.js';
import type { SessionOrigin } from '../../domain/session.js';

const OLIVIA = { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' };

export const UserSummary = component(
  'UserSummary',
  z.object({
    id: z.string().meta({ description: 'A string; all other ids are integers.' }),
    username: z.string(),
    email: z.string(),
    role: z.string(),
  }),
  OLIVIA,
);

export type UserSummary = z.infer<typeof UserSummary>;

const accessToken = {
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int().meta({ description: 'Seconds.' }),
};

const ACCESS_TOKEN = { access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', token_type: 'bearer', expires_in: 3600 } as const;

export const AccessToken = component('AccessToken', z.object(accessToken), ACCESS_TOKEN);

export type AccessToken = z.infer<typeof AccessToken>;

const browserSession = { ...accessToken, user: UserSummary };

export const BrowserSession = component(
  'BrowserSession',
  z.object(browserSession),
  { ...ACCESS_TOKEN, user: OLIVIA },
  'The members of `IssuedTokens` without `refresh_token`, which is in a cookie.',
);

export type BrowserSession = z.infer<typeof BrowserSession>;

const issuedTokens = { ...browserSession, refresh_token: z.string() };

const ISSUED_TOKENS = {
  ...ACCESS_TOKEN,
  refresh_token: 'kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
  user: OLIVIA,
};

export const IssuedTokens = component('IssuedTokens', z.object(issuedTokens), ISSUED_TOKENS);

export type IssuedTokens = z.infer<typeof IssuedTokens>;

const deviceActivation = z
  .object({ activation_token: z.string(), device_name: z.string(), expires_in: z.int() })
  .nullable()
  .meta({ description: '`null` after a recovery code, and when an organization does not allow trusted devices.' });

const OF_MIA = {
  user: { id: '5', username: 'mia', email: 'mia@delta.example', role: 'editor' },
  device_activation: {
    activation_token: 'Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
    device_name: 'Edge 145 on Windows 11',
    expires_in: 300,
  },
};

export const VerifiedLogin = component('VerifiedLogin', z.object({ ...issuedTokens, device_activation: deviceActivation }), {
  ...ISSUED_TOKENS,
  ...OF_MIA,
});

export const VerifiedBrowserSession = component(
  'VerifiedBrowserSession',
  z.object({ ...browserSession, device_activation: deviceActivation }),
  { ...ACCESS_TOKEN, ...OF_MIA },
);

export type VerifiedBrowserSession = z.infer<typeof VerifiedBrowserSession>;

export type VerifiedLogin = z.infer<typeof VerifiedLogin>;

export function toUserSummary(user: { id: number; username: string; email: string; role: string }): UserSummary {
  return { id: String(user.id), username: user.username, email: user.email, role: user.role };
}

export function sessionOrigin(): SessionOrigin {
  const origin = currentOrigin();
  const userAgent = origin?.userAgent ?? null;
  return { ip: origin?.ip ?? null, userAgent, deviceName: clientNameOf(userAgent, origin?.platformVersion ?? null) };
}

export function toAccessToken(token: { accessToken: string; expiresIn: number }): AccessToken {
  return { access_token: token.accessToken, token_type: 'bearer', expires_in: token.expiresIn };
}

export function toIssuedTokens(pair: TokenPair): IssuedTokens {
  return { ...toBrowserSession(pair), refresh_token: pair.refreshToken };
}

export function toBrowserSession(pair: TokenPair): BrowserSession {
  return { ...toAccessToken(pair), user: toUserSummary(pair.user) };
}

export function toDeviceActivation(
  activation: { activationToken: string; deviceName: string; expiresIn: number } | null,
): VerifiedLogin['device_activation'] {
  if (activation === null) return null;
  const { activationToken, deviceName, expiresIn } = activation;
  return { activation_token: activationToken, device_name: deviceName, expires_in: expiresIn };
}
