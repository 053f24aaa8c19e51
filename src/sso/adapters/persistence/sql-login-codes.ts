import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { type KeptLogin, type LoginCode, LoginCodes } from '../../application/ports/login-codes.js';
import { keyText, openJson, sealJson } from './sealed-json.js';

type Row = Omit<LoginCode, keyof KeptLogin> & { readonly sealed: string };

const ADD: PreparedStatement = {
  name: 'sso_codes_add',
  text: `INSERT INTO sso_codes (code_hash, identity_id, trust_epoch, code_challenge, login_sealed, expires_at, step_up_session_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

const FIND: PreparedStatement = {
  name: 'sso_codes_find',
  text: `SELECT code_hash AS "codeHash", identity_id AS "identityId", trust_epoch AS "trustEpoch",
                code_challenge AS "codeChallenge", login_sealed AS sealed, expires_at AS "expiresAt",
                step_up_session_id AS "stepUpSessionId"
           FROM sso_codes WHERE code_hash = $1`,
};

const SPEND: PreparedStatement = {
  name: 'sso_codes_spend',
  text: 'UPDATE sso_codes SET spent_at = $2 WHERE code_hash = $1 AND spent_at IS NULL AND expires_at > $2',
};

/** SQL, because it is hot: every login by single sign-on asks all three. */
@Injectable()
export class SqlLoginCodes extends LoginCodes {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async add(code: LoginCode): Promise<void> {
    const { codeHash, identityId, trustEpoch, codeChallenge, stepUpSessionId, expiresAt, ...login } = code;
    const sealed = sealJson(this.secretBox, login, placeOf(codeHash));
    await this.session.execute(ADD, [
      codeHash,
      identityId,
      trustEpoch,
      codeChallenge,
      sealed,
      expiresAt,
      stepUpSessionId,
    ]);
  }

  async find(codeHash: Uint8Array): Promise<LoginCode | null> {
    const [row] = await this.session.query<Row>(FIND, [codeHash]);
    if (row === undefined) return null;
    const { sealed, ...code } = row;
    return { ...code, ...openJson<KeptLogin>(this.secretBox, sealed, placeOf(codeHash)) };
  }

  async spend(codeHash: Uint8Array, at: Date): Promise<boolean> {
    return (await this.session.execute(SPEND, [codeHash, at])) === 1;
  }
}

function placeOf(codeHash: Uint8Array): string {
  return `sso_codes.login_sealed:${keyText(codeHash)}`;
}
