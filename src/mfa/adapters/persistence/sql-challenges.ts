import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Challenges } from '../../application/ports/challenges.js';
import { Challenge } from '../../domain/challenge.js';

type State = Parameters<typeof Challenge.of>[0];

@Injectable()
export class SqlChallenges extends Challenges {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(challenge: Challenge): Promise<void> {
    await this.session.execute(
      `INSERT INTO mfa_challenges (token_hash, user_id, trust_epoch, device_token_hash, device_token_is_new, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        challenge.tokenHash,
        challenge.userId,
        challenge.trustEpoch,
        challenge.deviceTokenHash,
        challenge.deviceTokenIsNew,
        challenge.expiresAt,
      ],
    );
  }

  async lock(tokenHash: Uint8Array): Promise<Challenge | null> {
    const [row] = await this.session.query<State>(
      `SELECT token_hash AS "tokenHash", user_id AS "userId", trust_epoch AS "trustEpoch",
              device_token_hash AS "deviceTokenHash", device_token_is_new AS "deviceTokenIsNew",
              webauthn_challenge AS "webauthnChallenge", failures, expires_at AS "expiresAt", ended_at AS "endedAt"
         FROM mfa_challenges WHERE token_hash = $1 FOR UPDATE`,
      [tokenHash],
    );
    return row === undefined ? null : Challenge.of(row);
  }

  async save(challenge: Challenge): Promise<void> {
    await this.session.execute(
      'UPDATE mfa_challenges SET webauthn_challenge = $2, failures = $3, ended_at = $4 WHERE token_hash = $1',
      [challenge.tokenHash, challenge.webauthnChallenge, challenge.failures, challenge.endedAt],
    );
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM mfa_challenges WHERE expires_at < $1', [before]);
  }
}
