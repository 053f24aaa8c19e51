import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Ceremonies, type CeremonyPurpose } from '../../application/ports/challenges.js';

/** Raw: a ceremony begins from the locked row of its session, and taking one deletes and reads it in one statement. */
@Injectable()
export class SqlCeremonies extends Ceremonies {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async begin(ceremony: { sessionId: number; purpose: CeremonyPurpose; webauthnChallenge: string; expiresAt: Date }): Promise<void> {
    // The id comes from the row itself: the session may have been stepped up in the meantime and continue under another id.
    await this.session.execute(
      `INSERT INTO mfa_ceremonies (session_id, purpose, webauthn_challenge, expires_at)
       SELECT id, $2, $3, $4 FROM sessions WHERE id = $1 FOR SHARE
       ON CONFLICT (session_id, purpose) DO UPDATE SET webauthn_challenge = $3, expires_at = $4`,
      [ceremony.sessionId, ceremony.purpose, ceremony.webauthnChallenge, ceremony.expiresAt],
    );
  }

  async take(sessionId: number, purpose: CeremonyPurpose, now: Date): Promise<string | null> {
    const [row] = await this.session.query<{ challenge: string; expiresAt: Date }>(
      `DELETE FROM mfa_ceremonies WHERE session_id = $1 AND purpose = $2
       RETURNING webauthn_challenge AS challenge, expires_at AS "expiresAt"`,
      [sessionId, purpose],
    );
    return row !== undefined && now < row.expiresAt ? row.challenge : null;
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM mfa_ceremonies WHERE expires_at < $1', [before]);
  }
}
