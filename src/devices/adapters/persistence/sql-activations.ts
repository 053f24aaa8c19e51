import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Activations } from '../../application/ports/devices.js';
import { Activation } from '../../domain/activation.js';

type State = Parameters<typeof Activation.of>[0];

const FIND = `SELECT token_hash AS "tokenHash", device_id AS "deviceId", user_id AS "userId", session_id AS "sessionId",
                     device_token_hash AS "deviceTokenHash", trust_epoch AS "trustEpoch", status, misuses,
                     expires_at AS "expiresAt"
                FROM device_activations WHERE token_hash = $1`;

@Injectable()
export class SqlActivations extends Activations {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(activation: Activation): Promise<void> {
    const { tokenHash, deviceId, userId, sessionId, deviceTokenHash, trustEpoch, status, misuses, expiresAt } =
      activation;
    await this.session.execute(
      `INSERT INTO device_activations (token_hash, device_id, user_id, session_id, device_token_hash, trust_epoch, status,
                                       misuses, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tokenHash, deviceId, userId, sessionId, deviceTokenHash, trustEpoch, status, misuses, expiresAt],
    );
  }

  find(tokenHash: Uint8Array): Promise<Activation | null> {
    return this.one(FIND, tokenHash);
  }

  lock(tokenHash: Uint8Array): Promise<Activation | null> {
    return this.one(`${FIND} FOR UPDATE`, tokenHash);
  }

  async save(activation: Activation): Promise<void> {
    await this.session.execute('UPDATE device_activations SET status = $2, misuses = $3 WHERE token_hash = $1', [
      activation.tokenHash,
      activation.status,
      activation.misuses,
    ]);
  }

  async voidOpen(deviceId: number): Promise<void> {
    await this.session.execute(
      `UPDATE device_activations SET status = 'void' WHERE device_id = $1 AND status = 'open'`,
      [deviceId],
    );
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM device_activations WHERE expires_at < $1', [before]);
  }

  private async one(sql: string, tokenHash: Uint8Array): Promise<Activation | null> {
    const [row] = await this.session.query<State>(sql, [tokenHash]);
    return row === undefined ? null : Activation.of(row);
  }
}
