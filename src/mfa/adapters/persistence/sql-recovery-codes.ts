import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { RecoveryCodes } from '../../application/ports/factors.js';

@Injectable()
export class SqlRecoveryCodes extends RecoveryCodes {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async left(userId: number): Promise<number> {
    const [row] = await this.session.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM mfa_recovery_codes WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    );
    return row?.left ?? 0;
  }

  async replace(userId: number, hashes: readonly Uint8Array[]): Promise<void> {
    await this.session.execute('DELETE FROM mfa_recovery_codes WHERE user_id = $1', [userId]);
    await this.session.execute('INSERT INTO mfa_recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
      userId,
      hashes,
    ]);
  }

  async isUnused(userId: number, hash: Uint8Array): Promise<boolean> {
    const rows = await this.session.query(
      'SELECT 1 FROM mfa_recovery_codes WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
      [userId, hash],
    );
    return rows.length > 0;
  }

  async use(userId: number, hash: Uint8Array, at: Date): Promise<boolean> {
    const used = await this.session.execute(
      'UPDATE mfa_recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
      [userId, hash, at],
    );
    return used === 1;
  }
}
