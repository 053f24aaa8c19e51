import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { RecoveryCodes } from '../../application/ports/factors.js';
import { recoveryCodeSchema } from './schemas.js';

@Injectable()
export class TypeOrmRecoveryCodes extends RecoveryCodes {
  private readonly codes;

  constructor(session: TypeOrmSession) {
    super();
    this.codes = session.repository(recoveryCodeSchema);
  }

  left(userId: number): Promise<number> {
    return this.codes.countBy({ userId, usedAt: IsNull() });
  }

  async replace(userId: number, hashes: readonly Uint8Array[]): Promise<void> {
    await this.codes.delete({ userId });
    await this.codes.insert(hashes.map((codeHash) => ({ userId, codeHash })));
  }

  isUnused(userId: number, hash: Uint8Array): Promise<boolean> {
    return this.codes.existsBy({ userId, codeHash: hash, usedAt: IsNull() });
  }

  async use(userId: number, hash: Uint8Array, at: Date): Promise<boolean> {
    const { affected } = await this.codes.update({ userId, codeHash: hash, usedAt: IsNull() }, { usedAt: at });
    return affected === 1;
  }
}
