import { Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import { Clock } from '../../../shared/ports/clock.js';
import { type LogoutNotice, LogoutTokens } from '../../application/ports/logout-tokens.js';
import type { OidcConnection } from '../../domain/connection.js';
import { CLOCK_TOLERANCE_SECONDS, OidcDocuments } from './oidc-documents.js';
import { faultOf, notBelieved } from './oidc-faults.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Section 2.4 recommends two minutes of life; providers try again for a while. */
const OLDEST_SECONDS = 10 * 60;
const LONGEST_TOKEN = 16 * 1024;

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
@Injectable()
export class OidcLogoutTokens extends LogoutTokens {
  constructor(
    private readonly documents: OidcDocuments,
    private readonly clock: Clock,
  ) {
    super();
  }

  async read(connection: OidcConnection, token: string): Promise<LogoutNotice> {
    try {
      if (token.length > LONGEST_TOKEN) throw notBelieved('RESPONSE_MALFORMED', 'The token is too long.');
      const { payload, protectedHeader } = await this.documents.verify(connection, token, {
        issuer: connection.issuer,
        audience: connection.settings.clientId,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: OLDEST_SECONDS,
      });
      assertLogout(payload, protectedHeader.typ);
      return this.noticeIn(connection, payload);
    } catch (error) {
      throw faultOf(error);
    }
  }

  private noticeIn({ settings }: OidcConnection, payload: JWTPayload): LogoutNotice {
    if (settings.tenant !== null && payload['tid'] !== undefined && payload['tid'] !== settings.tenant) {
      throw notBelieved('TENANT_MISMATCH', 'The "tid" (tenant) is not the one of the connection.');
    }
    const subject = textIn(payload, 'sub');
    const providerSessionId = textIn(payload, 'sid');
    const id = textIn(payload, 'jti');
    if (id === null) throw notBelieved('RESPONSE_MALFORMED', 'The token has no "jti".');
    if (subject === null && providerSessionId === null) {
      throw notBelieved('RESPONSE_MALFORMED', 'The token names neither the person nor the session.');
    }
    // As long as the age of the token lets it through, whatever its clock says.
    const kept = (OLDEST_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;
    return {
      subject,
      providerSessionId,
      assertion: { id: `logout ${id}`, expiresAt: new Date(this.clock.now().getTime() + kept) },
    };
  }
}

function assertLogout(payload: JWTPayload, type: string | undefined): void {
  // An ID token, which travels through browsers, must not end sessions.
  if (type !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(type)) {
    throw notBelieved('RESPONSE_MALFORMED', 'The token is of another type.');
  }
  if ('nonce' in payload) throw notBelieved('RESPONSE_MALFORMED', 'A logout token has no nonce.');
  const events: unknown = payload['events'];
  const event: unknown = isRecord(events) ? events[EVENT] : undefined;
  if (!isRecord(event)) throw notBelieved('RESPONSE_MALFORMED', 'The token does not say that it is about a logout.');
}

function textIn(payload: JWTPayload, name: string): string | null {
  const value = payload[name];
  if (value === undefined) return null;
  if (typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)) return value;
  throw notBelieved('RESPONSE_MALFORMED', `The "${name}" is not 1 to 255 characters of ASCII.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
