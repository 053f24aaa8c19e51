import { SealedValueUnreadable, type SecretBox } from '../../../shared/ports/secret-box.js';
import type { EndedSession } from '../../domain/session.js';

export interface EndedRow {
  readonly sessionId: number;
  readonly userId: number;
  readonly connectionId: number | null;
  readonly identityId: number | null;
  readonly providerSessionId: string | null;
  readonly refreshTokenHash: Uint8Array;
  readonly idTokenSealed: string | null;
}

/** Ends those that have not ended, at `$1` for `$2`: nothing that a provider signed outlives its session. */
export function endingAll(where: string): string {
  return `UPDATE sessions SET ended_at = $1, end_reason = $2, id_token_sealed = NULL WHERE ended_at IS NULL AND ${where}`;
}

/** Ends one session at `$1` for `$2`, and gives back what it forgets. */
export function endingOne(where: string): string {
  return `UPDATE sessions s SET ended_at = coalesce(s.ended_at, $1), end_reason = coalesce(s.end_reason, $2), id_token_sealed = NULL
            FROM (SELECT id, id_token_sealed FROM sessions WHERE ${where} FOR UPDATE) was
           WHERE s.id = was.id
       RETURNING s.id AS "sessionId", s.user_id AS "userId", s.sso_connection_id AS "connectionId", s.sso_identity_id AS "identityId",
                 s.sso_session_id AS "providerSessionId", s.refresh_token_hash AS "refreshTokenHash", was.id_token_sealed AS "idTokenSealed"`;
}

export function toEnded(secretBox: SecretBox, row: EndedRow): EndedSession {
  const { sessionId, userId, connectionId, identityId, providerSessionId, refreshTokenHash, idTokenSealed } = row;
  if (connectionId === null || identityId === null) return { sessionId, userId, signOn: null };
  const idToken = idTokenSealed === null ? null : opened(secretBox, idTokenSealed, placeOf(refreshTokenHash));
  return { sessionId, userId, signOn: { connectionId, identityId, providerSessionId, idToken } };
}

/** Without the key, a session can still be ended. */
function opened(secretBox: SecretBox, sealed: string, place: string): string | null {
  try {
    return secretBox.open(sealed, place).toString();
  } catch (error) {
    if (error instanceof SealedValueUnreadable) return null;
    throw error;
  }
}

/** @param idToken `undefined` also where a login began under a version that kept none */
export function sealedIdToken(secretBox: SecretBox, idToken: string | null | undefined, refreshTokenHash: Uint8Array): string | null {
  return idToken ? secretBox.seal(Buffer.from(idToken), placeOf(refreshTokenHash)) : null;
}

/** By the hash, which stays when a step-up gives the session another id. */
function placeOf(refreshTokenHash: Uint8Array): string {
  return `sessions.id_token_sealed:\\x${Buffer.from(refreshTokenHash).toString('hex')}`;
}
