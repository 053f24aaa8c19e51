import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { type KeptLogin, type LoginCode, LoginCodes } from '../../application/ports/login-codes.js';
import { loginCodeSchema } from './schemas.js';
import { keyText, openJson, sealJson } from './sealed-json.js';

@Injectable()
export class TypeOrmLoginCodes extends LoginCodes {
  private readonly codes;

  constructor(
    session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.codes = session.repository(loginCodeSchema);
  }

  async add(code: LoginCode): Promise<void> {
    const { codeHash, identityId, trustEpoch, codeChallenge, stepUpSessionId, expiresAt, ...login } = code;
    const sealed = sealJson(this.secretBox, login, placeOf(codeHash));
    await this.codes.insert({ codeHash, identityId, trustEpoch, codeChallenge, stepUpSessionId, expiresAt, sealed });
  }

  async find(codeHash: Uint8Array): Promise<LoginCode | null> {
    const found = await this.codes.findOneBy({ codeHash });
    if (found === null) return null;
    const { sealed, ...code } = found;
    return { ...code, ...openJson<KeptLogin>(this.secretBox, sealed, placeOf(codeHash)) };
  }

  async spend(codeHash: Uint8Array, at: Date): Promise<boolean> {
    const unspent = { codeHash, spentAt: IsNull(), expiresAt: MoreThan(at) };
    const { affected } = await this.codes.update(unspent, { spentAt: at });
    return affected === 1;
  }
}

function placeOf(codeHash: Uint8Array): string {
  return `sso_codes.login_sealed:${keyText(codeHash)}`;
}
