import { Injectable } from '@nestjs/common';
import { exemptUntil, isBreakGlass } from '../../../platform/database/sign-on-missing.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type ReleasedScope, type NewRequirement, Enforcements } from '../../application/ports/enforcements.js';
import type { Bond, Enforcement, Requirements } from '../../domain/enforcement.js';

/**
 * First half of the advisory locks by which logins and changes of enforcement wait for each other; the second half is
 * the organization.
 */
const SIGN_ON = 4_712_028;

/**
 * A change waits for a login in progress, as a change of credentials does. The function locks in the same order as everyone, account,
 * organization, session, and looks for the organizations once it holds the account.
 */
const HOLD: PreparedStatement = { name: 'sso_hold', text: 'SELECT hold_sign_on($1, $2)' };

const OF_MEMBER = { organization: 'm.organization_id', user: 'm.user_id', now: '$2::timestamptz' };

/** Sent only when the locks are held: a statement sees what was committed before it began. */
const BONDS: PreparedStatement = {
  name: 'sso_bonds',
  text: `SELECT * FROM (
           SELECT m.organization_id AS "organizationId", coalesce(e.mode = 'report_only', false) AS "isReportOnly",
                  EXISTS (SELECT 1 FROM sso_requirements q
                           WHERE q.organization_id = m.organization_id AND (q.user_id IS NULL OR q.user_id = m.user_id)
                             AND q.logins_from <= $2) AS "isRequired",
                  ${isBreakGlass(OF_MEMBER)} AS "isBreakGlass", ${exemptUntil(OF_MEMBER)} AS "exemptUntil"
             FROM organization_members m LEFT JOIN sso_enforcement e ON e.organization_id = m.organization_id
            WHERE m.user_id = $1 AND m.suspended_at IS NULL) bond
          WHERE "isRequired" OR "isReportOnly" ORDER BY "organizationId"`,
};

const COLUMNS = `o.id AS "organizationId", coalesce(e.mode, 'off') AS mode, coalesce(e.version, 0) AS version,
  e.changed_at AS "changedAt", e.changed_by AS "changedBy"`;
const FIND = `SELECT ${COLUMNS} FROM organizations o LEFT JOIN sso_enforcement e ON e.organization_id = o.id WHERE o.id = $1`;

/**
 * Raw: every login asks it, TypeORM has no advisory locks, and `sso_requirements` has no primary key, which an entity
 * needs.
 */
@Injectable()
export class SqlEnforcements extends Enforcements {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async keepLoginsOut(organizationId: number, accounts: readonly number[]): Promise<void> {
    if (accounts.length > 0) await this.session.query('SELECT 1 FROM users WHERE id = ANY ($1::int[]) ORDER BY id FOR SHARE', [accounts]);
    await this.session.query('SELECT pg_advisory_xact_lock($1, $2)', [SIGN_ON, organizationId]);
  }

  async of(organizationId: number): Promise<Enforcement | null> {
    return (await this.session.query<Enforcement & object>(FIND, [organizationId]))[0] ?? null;
  }

  async save({ organizationId, mode, version, changedAt, changedBy }: Enforcement): Promise<void> {
    await this.session.execute(
      `INSERT INTO sso_enforcement (organization_id, mode, version, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (organization_id) DO UPDATE
         SET mode = excluded.mode, version = excluded.version, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
      [organizationId, mode, version, changedAt, changedBy],
    );
  }

  async requirementsOf(organizationId: number): Promise<Requirements> {
    const [row] = await this.session.query<Requirements & object>(
      `SELECT max(logins_from) FILTER (WHERE user_id IS NULL) AS "loginsFrom",
              max(sessions_from) FILTER (WHERE user_id IS NULL) AS "sessionsFrom",
              count(user_id)::int AS "singleMembers"
         FROM sso_requirements WHERE organization_id = $1`,
      [organizationId],
    );
    return row ?? { loginsFrom: null, sessionsFrom: null, singleMembers: 0 };
  }

  async require(requirement: NewRequirement): Promise<void> {
    const { organizationId, userIds, waveNumber, loginsFrom, sessionsFrom } = requirement;
    // The one row for all members has no names.
    const bound =
      userIds === null
        ? 'SELECT NULL::int WHERE $5::int[] IS NULL'
        : 'SELECT user_id FROM organization_members WHERE organization_id = $1 AND user_id = ANY ($5::int[])';
    await this.session.execute(
      `INSERT INTO sso_requirements AS q (organization_id, user_id, wave_number, logins_from, sessions_from)
       SELECT $1, bound.user_id, $2::int, $3::timestamptz, $4::timestamptz FROM (${bound}) AS bound (user_id)
       ON CONFLICT (organization_id, user_id) DO UPDATE
         SET wave_number = excluded.wave_number, sessions_from = excluded.sessions_from,
             logins_from = least(q.logins_from, excluded.logins_from)`,
      [organizationId, waveNumber, loginsFrom, sessionsFrom, userIds],
    );
  }

  async release(scope: ReleasedScope): Promise<void> {
    const { organizationId, userIds, waveNumber } = scope;
    await this.session.execute(
      `DELETE FROM sso_requirements WHERE organization_id = $1 AND ($2::int[] IS NULL OR user_id = ANY ($2))
          AND ($3::int IS NULL OR wave_number = $3)`,
      [organizationId, userIds, waveNumber],
    );
  }

  async bondsOf(userId: number, now: Date): Promise<readonly Bond[]> {
    await this.session.query(HOLD, [userId, SIGN_ON]);
    return this.session.query<Bond & object>(BONDS, [userId, now]);
  }

  async passwordsEndFor(organizationId: number, userId: number): Promise<Date | null> {
    const [row] = await this.session.query<{ from: Date | null }>(
      'SELECT min(sessions_from) AS "from" FROM sso_requirements WHERE organization_id = $1 AND (user_id IS NULL OR user_id = $2)',
      [organizationId, userId],
    );
    return row?.from ?? null;
  }

  async isRequiredOfAll(organizationId: number, now: Date): Promise<boolean> {
    const rows = await this.session.query(
      'SELECT 1 FROM sso_requirements WHERE organization_id = $1 AND user_id IS NULL AND logins_from <= $2',
      [organizationId, now],
    );
    return rows.length > 0;
  }

  async isRequiredOfAnybody(organizationId: number): Promise<boolean> {
    const rows = await this.session.query('SELECT 1 FROM sso_requirements WHERE organization_id = $1 LIMIT 1', [organizationId]);
    return rows.length > 0;
  }
}
