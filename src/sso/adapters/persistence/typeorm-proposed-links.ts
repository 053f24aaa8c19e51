import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { type ProposedLink, ProposedLinks } from '../../application/ports/proposed-links.js';
import { MOST_PROOF_FAILURES } from '../../domain/attempt.js';
import { type KeptLink, proposedLinkSchema } from './schemas.js';
import { keyText, openJson, sealJson } from './sealed-json.js';

@Injectable()
export class TypeOrmProposedLinks extends ProposedLinks {
  private readonly links;

  constructor(
    session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.links = session.repository(proposedLinkSchema);
  }

  async add(link: Omit<ProposedLink, 'failures'>): Promise<void> {
    const { tokenHash, organizationId, connectionId, userId, issuer, subject, codeChallenge, expiresAt, ...kept } = link;
    const sealed = sealJson(this.secretBox, kept, placeOf(tokenHash));
    const found = { organizationId, connectionId, userId, issuer, subject };
    await this.links.insert({ tokenHash, ...found, codeChallenge, sealed, expiresAt });
  }

  async findOpen(tokenHash: Uint8Array, at: Date): Promise<ProposedLink | null> {
    const row = await this.links.findOneBy(openAt(at, tokenHash));
    if (row === null) return null;
    const { sealed, ...link } = row;
    return { ...link, ...openJson<KeptLink>(this.secretBox, sealed, placeOf(tokenHash)) };
  }

  async spend(tokenHash: Uint8Array, at: Date): Promise<boolean> {
    const { affected } = await this.links.update(openAt(at, tokenHash), { spentAt: at });
    return affected === 1;
  }

  async fail(tokenHash: Uint8Array): Promise<void> {
    await this.links.update({ tokenHash }, { failures: () => 'failures + 1' });
  }
}

function openAt(at: Date, tokenHash: Uint8Array) {
  return { tokenHash, spentAt: IsNull(), expiresAt: MoreThan(at), failures: LessThan(MOST_PROOF_FAILURES) };
}

function placeOf(tokenHash: Uint8Array): string {
  return `sso_proposed_links.login_sealed:${keyText(tokenHash)}`;
}
