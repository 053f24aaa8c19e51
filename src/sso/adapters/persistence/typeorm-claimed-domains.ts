import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Or, Raw } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type Check, ClaimedDomains, type NewClaim } from '../../application/ports/claimed-domains.js';
import type { ClaimedDomain } from '../../domain/claimed-domain.js';
import { DomainClaimed, DomainTaken } from '../../domain/domain.errors.js';
import { claimedDomainSchema } from './schemas.js';

const DAY_MS = 86_400_000;
/** The values stand in the text: the index covers exactly these, and a plan made for all values could not use it. */
const IS_HELD = Raw((status) => `${status} IN ('verified', 'drifted')`);
const LOCKED = { lock: { mode: 'pessimistic_write' } } as const;
const OWN = ofCaller({ organization: 'claim.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });

@Injectable()
export class TypeOrmClaimedDomains extends ClaimedDomains {
  private readonly claims;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.claims = session.repository(claimedDomainSchema);
  }

  countOf(organizationId: number): Promise<number> {
    return this.claims.countBy({ organizationId });
  }

  async add(claim: NewClaim): Promise<ClaimedDomain> {
    const pending = { ...claim, status: 'pending', verifiedAt: null, checkedAt: null, misses: 0 } as const;
    try {
      return { ...pending, id: await insertedId(this.claims, pending) };
    } catch (error) {
      if (isUniqueViolation(error, 'sso_domains_claim_unique')) throw new DomainClaimed();
      throw error;
    }
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<ClaimedDomain | null> {
    return this.claims.createQueryBuilder('claim').where({ id }).andWhere(OWN, { userId, isSystemAdmin }).getOne();
  }

  lock(id: number): Promise<ClaimedDomain | null> {
    return this.claims.findOne({ where: { id }, ...LOCKED });
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<ClaimedDomain>> {
    const [items, total] = await this.claims.findAndCount({
      where: { organizationId },
      order: { domain: 'ASC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  heldBy(organizationId: number): Promise<readonly ClaimedDomain[]> {
    return this.claims.find({ where: { organizationId, status: IS_HELD }, order: { id: 'ASC' } });
  }

  lockHeldBy(organizationId: number): Promise<readonly ClaimedDomain[]> {
    return this.claims.find({ where: { organizationId, status: IS_HELD }, order: { id: 'ASC' }, ...LOCKED });
  }

  lockHolderOf(domain: string): Promise<ClaimedDomain | null> {
    return this.claims.findOne({ where: { domain, status: IS_HELD }, ...LOCKED });
  }

  async recordChecks(checks: readonly Check[], at: Date): Promise<void> {
    try {
      // Raw: all checks of a round in one statement, each with values of its own.
      await this.session.execute(
        `UPDATE sso_domains d SET status = c.status, misses = c.misses, checked_at = $4,
                verified_at = CASE WHEN c.status = 'verified' THEN $4 ELSE d.verified_at END
           FROM unnest($1::integer[], $2::text[], $3::integer[]) AS c (id, status, misses) WHERE d.id = c.id`,
        [checks.map(({ id }) => id), checks.map(({ status }) => status), checks.map(({ misses }) => misses), at],
      );
    } catch (error) {
      if (isUniqueViolation(error, 'sso_domains_holder_unique')) throw new DomainTaken();
      throw error;
    }
  }

  async vouch(id: number, at: Date): Promise<void> {
    try {
      await this.claims.update({ id }, { status: 'verified', verifiedAt: at });
    } catch (error) {
      if (isUniqueViolation(error, 'sso_domains_holder_unique')) throw new DomainTaken();
      throw error;
    }
  }

  async route(claim: ClaimedDomain, connectionId: number | null): Promise<boolean> {
    try {
      await this.claims.update({ id: claim.id }, { connectionId });
      return true;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  }

  async noteConflict(id: number, at: Date): Promise<boolean> {
    const dayBefore = new Date(at.getTime() - DAY_MS);
    const { affected } = await this.claims.update({ id, conflictToldAt: Or(IsNull(), LessThanOrEqual(dayBefore)) }, { conflictToldAt: at });
    return affected === 1;
  }

  async remove(id: number): Promise<void> {
    await this.claims.delete({ id });
  }

  async holdersAfter(organizationId: number, limit: number): Promise<readonly number[]> {
    // Raw: repositories find rows, not distinct values of a column.
    const rows = await this.session.query<{ id: number }>(
      `SELECT DISTINCT organization_id AS id FROM sso_domains
        WHERE organization_id > $1 AND status IN ('verified', 'drifted') ORDER BY 1 LIMIT $2`,
      [organizationId, limit],
    );
    return rows.map(({ id }) => id);
  }
}
