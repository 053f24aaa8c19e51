import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type Check, ClaimedDomains, type NewClaim } from '../../application/ports/claimed-domains.js';
import type { ClaimedDomain } from '../../domain/claimed-domain.js';
import { DomainClaimed, DomainTaken } from '../../domain/domain.errors.js';

const COLUMNS = `id, organization_id AS "organizationId", domain, challenge, status, connection_id AS "connectionId",
  verified_at AS "verifiedAt", checked_at AS "checkedAt", misses, created_at AS "createdAt"`;
const FIND = `SELECT ${COLUMNS} FROM sso_domains WHERE id = $1`;
const HELD = `SELECT ${COLUMNS} FROM sso_domains WHERE organization_id = $1 AND status IN ('verified', 'drifted') ORDER BY id`;
const OWN = ofCaller({ organization: 'sso_domains.organization_id', user: '$2', isAdmin: '$3' });

type Row = ClaimedDomain & object;

@Injectable()
export class SqlClaimedDomains extends ClaimedDomains {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add({ organizationId, domain, challenge, connectionId, createdAt }: NewClaim): Promise<ClaimedDomain> {
    try {
      const [row] = await this.session.query<Row>(
        `INSERT INTO sso_domains (organization_id, domain, challenge, status, connection_id, created_at)
         VALUES ($1, $2, $3, 'pending', $4, $5) RETURNING ${COLUMNS}`,
        [organizationId, domain, challenge, connectionId, createdAt],
      );
      if (row === undefined) throw new Error('The domain was not inserted.');
      return row;
    } catch (error) {
      if (isUniqueViolation(error, 'sso_domains_claim_unique')) throw new DomainClaimed();
      throw error;
    }
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<ClaimedDomain | null> {
    return (await this.session.query<Row>(`${FIND} AND ${OWN}`, [id, userId, isSystemAdmin]))[0] ?? null;
  }

  async lock(id: number): Promise<ClaimedDomain | null> {
    return (await this.session.query<Row>(`${FIND} FOR UPDATE`, [id]))[0] ?? null;
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<ClaimedDomain>> {
    const items = await this.session.query<Row>(
      `SELECT ${COLUMNS} FROM sso_domains WHERE organization_id = $1 ORDER BY domain LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    return { items, total: await this.countOf(organizationId) };
  }

  heldBy(organizationId: number): Promise<readonly ClaimedDomain[]> {
    return this.session.query<Row>(HELD, [organizationId]);
  }

  lockHeldBy(organizationId: number): Promise<readonly ClaimedDomain[]> {
    return this.session.query<Row>(`${HELD} FOR UPDATE`, [organizationId]);
  }

  async lockHolderOf(domain: string): Promise<ClaimedDomain | null> {
    const [row] = await this.session.query<Row>(
      `SELECT ${COLUMNS} FROM sso_domains WHERE domain = $1 AND status IN ('verified', 'drifted') FOR UPDATE`,
      [domain],
    );
    return row ?? null;
  }

  async recordChecks(checks: readonly Check[], at: Date): Promise<void> {
    try {
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
      await this.session.execute(`UPDATE sso_domains SET status = 'verified', verified_at = $2 WHERE id = $1`, [
        id,
        at,
      ]);
    } catch (error) {
      if (isUniqueViolation(error, 'sso_domains_holder_unique')) throw new DomainTaken();
      throw error;
    }
  }

  async route(claim: ClaimedDomain, connectionId: number | null): Promise<boolean> {
    try {
      await this.session.execute('UPDATE sso_domains SET connection_id = $2 WHERE id = $1', [claim.id, connectionId]);
      return true;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  }

  async noteConflict(id: number, at: Date): Promise<boolean> {
    const noted = await this.session.execute(
      `UPDATE sso_domains SET conflict_told_at = $2::timestamptz
        WHERE id = $1 AND (conflict_told_at IS NULL OR conflict_told_at <= $2::timestamptz - interval '1 day')`,
      [id, at],
    );
    return noted === 1;
  }

  async remove(id: number): Promise<void> {
    await this.session.execute('DELETE FROM sso_domains WHERE id = $1', [id]);
  }

  async holdersAfter(organizationId: number, limit: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT DISTINCT organization_id AS id FROM sso_domains
        WHERE organization_id > $1 AND status IN ('verified', 'drifted') ORDER BY 1 LIMIT $2`,
      [organizationId, limit],
    );
    return rows.map(({ id }) => id);
  }

  async countOf(organizationId: number): Promise<number> {
    const [row] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_domains WHERE organization_id = $1',
      [organizationId],
    );
    return row?.total ?? 0;
  }
}
