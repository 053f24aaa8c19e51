import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import type { KeptLogin } from '../../application/ports/login-codes.js';
import { type ProposedLink, ProposedLinks } from '../../application/ports/proposed-links.js';
import { MOST_PROOF_FAILURES } from '../../domain/attempt.js';
import { keyText, openJson, sealJson } from './sealed-json.js';

type Kept = KeptLogin & Pick<ProposedLink, 'isEmailVerified'>;
type Row = Omit<ProposedLink, keyof Kept> & { readonly sealed: string };

const IS_OPEN = `spent_at IS NULL AND expires_at > $2 AND failures < ${MOST_PROOF_FAILURES}`;

@Injectable()
export class SqlProposedLinks extends ProposedLinks {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async add(link: Omit<ProposedLink, 'failures'>): Promise<void> {
    const { tokenHash, organizationId, connectionId, userId, issuer, subject, expiresAt, ...kept } = link;
    const sealed = sealJson(this.secretBox, kept, placeOf(tokenHash));
    await this.session.execute(
      `INSERT INTO sso_proposed_links (token_hash, organization_id, connection_id, user_id, issuer, subject, login_sealed, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tokenHash, organizationId, connectionId, userId, issuer, subject, sealed, expiresAt],
    );
  }

  async findOpen(tokenHash: Uint8Array, at: Date): Promise<ProposedLink | null> {
    const [row] = await this.session.query<Row>(
      `SELECT token_hash AS "tokenHash", organization_id AS "organizationId", connection_id AS "connectionId",
              user_id AS "userId", issuer, subject, login_sealed AS sealed, failures, expires_at AS "expiresAt"
         FROM sso_proposed_links WHERE token_hash = $1 AND ${IS_OPEN}`,
      [tokenHash, at],
    );
    if (row === undefined) return null;
    const { sealed, ...link } = row;
    return { ...link, ...openJson<Kept>(this.secretBox, sealed, placeOf(tokenHash)) };
  }

  async spend(tokenHash: Uint8Array, at: Date): Promise<boolean> {
    const spent = await this.session.execute(
      `UPDATE sso_proposed_links SET spent_at = $2 WHERE token_hash = $1 AND ${IS_OPEN}`,
      [tokenHash, at],
    );
    return spent === 1;
  }

  async fail(tokenHash: Uint8Array): Promise<void> {
    await this.session.execute('UPDATE sso_proposed_links SET failures = failures + 1 WHERE token_hash = $1', [
      tokenHash,
    ]);
  }
}

function placeOf(tokenHash: Uint8Array): string {
  return `sso_proposed_links.login_sealed:${keyText(tokenHash)}`;
}
