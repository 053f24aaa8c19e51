import type { INestApplicationContext } from '@nestjs/common';
import { VerifyPassword } from '../accounts/application/verify-password.js';
import { TypeOrmSession } from '../platform/database/typeorm-session.js';
import { Logger } from '../platform/logging/logger.js';
import { ScimTokens } from '../scim/application/ports/scim-tokens.js';
import { hashScimToken, isLive } from '../scim/domain/scim-token.js';
import { Clock } from '../shared/ports/clock.js';
import { DEMO_TOTP, DEMO_USERNAMES, PUBLISHED_SECRETS } from './demo-data.js';

/**
 * For an installation that others can reach: an earlier start may have made the demo, with secrets that the README shows. Only
 * changed credentials help, so every start says so until there are some.
 */
export async function warnOfPublishedSecrets(app: INestApplicationContext, print: (text: string) => void): Promise<void> {
  const usernames = await withPublishedPassword(app);
  const token = await publishedToken(app);
  if (usernames.length === 0 && token === null) return;
  app
    .get(Logger)
    .warn(
      { reason: 'published_demo_secrets', usernames, has_scim_token: token !== null },
      'others can reach this service, and secrets of its demo are published: change them',
    );
  const lines = ['', '  WARNING: others can reach this service, and secrets of its demo accounts are published.'];
  if (usernames.length > 0)
    lines.push(
      `  Any visitor can log in as: ${usernames.join(', ')}`,
      '    Change the password of each (POST /api/auth/password), or shut it: npm run admin -- disable-user <username>',
    );
  if (usernames.includes(DEMO_TOTP.user))
    lines.push(`    The second factor of ${DEMO_TOTP.user} is published too: npm run admin -- reset-mfa ${DEMO_TOTP.user}`);
  if (token !== null)
    lines.push(
      `  Any visitor can provision organization ${token.organizationId} with its demo token`,
      `    Revoke it: DELETE /api/v1/organizations/${token.organizationId}/scim-tokens/${token.id}`,
    );
  print(`${lines.join('\n')}\n\n`);
}

async function withPublishedPassword(app: INestApplicationContext): Promise<string[]> {
  // First check which accounts exist: a hash is too expensive if no demo was ever made.
  const there = await app
    .get(TypeOrmSession)
    .query<{ username: string }>(
      `SELECT username FROM users WHERE username_key = ANY ($1) AND status = 'active' AND password_hash IS NOT NULL ORDER BY id`,
      [DEMO_USERNAMES],
    );
  const found: string[] = [];
  for (const { username } of there) {
    const verified = await app.get(VerifyPassword).execute({ login: username, password: PUBLISHED_SECRETS.password });
    if (verified !== null) found.push(username);
  }
  return found;
}

async function publishedToken(app: INestApplicationContext): Promise<{ id: number; organizationId: number } | null> {
  const hash = hashScimToken(PUBLISHED_SECRETS.scimToken);
  const token = hash && (await app.get(ScimTokens, { strict: false }).findByHash(hash));
  return token !== null && isLive(token, app.get(Clock).now()) ? token : null;
}
