import { Injectable } from '@nestjs/common';
import { Any, Not } from 'typeorm';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Designation, BreakGlasses, type Owner } from '../../application/ports/break-glasses.js';
import type { BreakGlass } from '../../domain/break-glass.js';
import { breakGlassSchema } from './schemas.js';

const ACTIVE_OWNER = `u.status = 'active' AND m.suspended_at IS NULL AND r.is_built_in AND r.name = 'owner'`;
/** Raw: joins what other contexts know of owners. */
const MEMBERS = `organization_members m JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id`;
const hasFactor = (type: string): string =>
  `EXISTS (SELECT 1 FROM mfa_factors f WHERE f.user_id = u.id AND f.type = '${type}' AND f.confirmed_at IS NOT NULL)`;

/** Raw, because it is hot: every login by single sign-on asks it. */
const IS_DESIGNATED: PreparedStatement = {
  name: 'sso_break_glass_is_designated',
  text: 'SELECT 1 FROM sso_break_glass WHERE organization_id = $1 AND user_id = $2',
};

@Injectable()
export class TypeOrmBreakGlasses extends BreakGlasses {
  private readonly designations;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.designations = session.repository(breakGlassSchema);
  }

  of(organizationId: number): Promise<readonly BreakGlass[]> {
    return this.session.query<BreakGlass & object>(
      `SELECT b.user_id AS "userId", u.username, u.display_name AS "displayName", b.designated_at AS "designatedAt", b.drilled_at AS "drilledAt",
              b.last_used_at AS "lastUsedAt", ${ACTIVE_OWNER} AS "isActiveOwner", ${hasFactor('webauthn')} AS "hasWebauthn",
              ${hasFactor('totp')} AS "hasTotp"
         FROM ${MEMBERS} JOIN sso_break_glass b ON b.organization_id = m.organization_id AND b.user_id = m.user_id
        WHERE b.organization_id = $1 ORDER BY b.user_id`,
      [organizationId],
    );
  }

  ownersOf(organizationId: number): Promise<readonly Owner[]> {
    return this.session.query<Owner & object>(
      `SELECT u.id AS "userId", u.username, u.email FROM ${MEMBERS}
        WHERE m.organization_id = $1 AND ${ACTIVE_OWNER} ORDER BY u.id`,
      [organizationId],
    );
  }

  async designationsOf(userId: number): Promise<readonly number[]> {
    const rows = await this.designations.find({
      select: { organizationId: true },
      where: { userId },
      order: { organizationId: 'ASC' },
    });
    return rows.map(({ organizationId }) => organizationId);
  }

  async isDesignated(organizationId: number, userId: number): Promise<boolean> {
    return (await this.session.query(IS_DESIGNATED, [organizationId, userId])).length > 0;
  }

  async replace({ organizationId, userIds, by, at }: Designation): Promise<void> {
    await this.designations.delete({ organizationId, userId: Not(Any(userIds)) });
    if (userIds.length === 0) return;
    const designated = { organizationId, designatedAt: at, designatedBy: by };
    const added = this.designations.createQueryBuilder().insert().orIgnore();
    await added.values(userIds.map((userId) => ({ ...designated, userId }))).execute();
  }

  async remove(organizationId: number, userId: number): Promise<void> {
    await this.designations.delete({ organizationId, userId });
  }

  async drill(organizationId: number, userId: number, at: Date): Promise<boolean> {
    const { affected } = await this.designations.update({ organizationId, userId }, { drilledAt: at });
    return affected === 1;
  }

  async use(organizationId: number, userId: number, at: Date): Promise<void> {
    await this.designations.update({ organizationId, userId }, { lastUsedAt: at });
  }
}
