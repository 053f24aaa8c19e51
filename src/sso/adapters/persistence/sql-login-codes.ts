import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import type { Identity } from '../../application/ports/identities.js';
import { type FoundCode, type KeptLogin, type LoginCode, LoginCodes } from '../../application/ports/login-codes.js';
import { IDENTITY_COLUMNS } from './identity-columns.js';
import { keyText, openJson, sealJson } from './sealed-json.js';

type Row = Omit<FoundCode, keyof KeptLogin> & { readonly sealed: string };

const ADD: PreparedStatement = {
  name: 'sso_codes_add',
  text: `INSERT INTO sso_codes (code_hash, identity_id, trust_epoch, code_challenge, login_sealed, expires_at, step_up_session_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

const FIND: PreparedStatement = {
  name: 'sso_codes_find',
  text: `SELECT c.code_hash AS "codeHash", c.identity_id AS "identityId", c.trust_epoch AS "trustEpoch",
                c.code_challenge AS "codeChallenge", c.login_sealed AS sealed, c.expires_at AS "expiresAt",
                c.step_up_session_id AS "stepUpSessionId", i.user_id AS "userId"
           FROM sso_codes c LEFT JOIN sso_identities i ON i.id = c.identity_id WHERE c.code_hash = $1`,
};

const SPEND: PreparedStatement = {
  name: 'sso_codes_spend',
  text: `UPDATE sso_codes c SET spent_at = $2 FROM sso_identities i
          WHERE c.code_hash = $1 AND c.spent_at IS NULL AND c.expires_at > $2 AND i.id = c.identity_id
      RETURNING ${IDENTITY_COLUMNS}`,
};

/** Raw, because it is hot: every login by single sign-on asks all three. */
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
    await this.session.execute(ADD, [codeHash, identityId, trustEpoch, codeChallenge, sealed, expiresAt, stepUpSessionId]);
  }

  async find(codeHash: Uint8Array): Promise<FoundCode | null> {
    const [row] = await this.session.query<Row>(FIND, [codeHash]);
    if (row === undefined) return null;
    const { sealed, ...code } = row;
    return { ...code, ...openJson<KeptLogin>(this.secretBox, sealed, placeOf(codeHash)) };
  }

  async spend(codeHash: Uint8Array, at: Date): Promise<Identity | null> {
    return (await this.session.query<Identity & object>(SPEND, [codeHash, at]))[0] ?? null;
  }
}

function placeOf(codeHash: Uint8Array): string {
  return `sso_codes.login_sealed:${keyText(codeHash)}`;
}
