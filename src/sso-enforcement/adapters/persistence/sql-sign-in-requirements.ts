import { Injectable } from '@nestjs/common';
import { CAME_AT, factorDue } from '../../../platform/database/factor-owed.js';
import { hasFactor } from '../../../platform/database/has-factor.js';
import { signOnMissing } from '../../../platform/database/sign-on-missing.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { SignInRequirementsKept } from '../../application/ports/sign-in-requirements-kept.js';
import type { PersonWithoutFactor, RemindedPerson, SignInRequirements } from '../../domain/sign-in-requirements.js';

const NOW = '$1::timestamptz';
const BOUND = { organization: 'm.organization_id', user: 'm.user_id', now: NOW, connection: 'NULL::int' };
const DUE = factorDue({ organization: 'm.organization_id', joined: CAME_AT });
const WITHOUT_FACTOR = `organization_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
  WHERE m.suspended_at IS NULL AND m.arrived_at IS NOT NULL
    AND NOT ${hasFactor('m.user_id')}
    AND NOT ${signOnMissing(BOUND)}`;

/** Who comes through the organization's own provider needs none. */
const COMES_BY_PROVIDER = `EXISTS (SELECT FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id AND c.status = 'active'
  WHERE i.user_id = m.user_id AND c.organization_id = m.organization_id)`;

interface Row {
  readonly version: number;
  readonly factorFrom: Date | null;
  readonly graceDays: number;
  readonly maxHours: number | null;
  readonly idleMinutes: number | null;
  readonly changedAt: Date | null;
  readonly changedBy: number | null;
}

/** Raw: each statement reads or writes sets over several tables. */
@Injectable()
export class SqlSignInRequirements extends SignInRequirementsKept {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(organizationId: number): Promise<SignInRequirements | null> {
    const [row] = await this.session.query<Row & object>(
      `SELECT coalesce(q.version, 0) AS version, q.factor_from AS "factorFrom", coalesce(q.factor_grace_days, 0) AS "graceDays",
              q.session_max_hours AS "maxHours", q.session_idle_minutes AS "idleMinutes",
              q.changed_at AS "changedAt", q.changed_by AS "changedBy"
         FROM organizations o LEFT JOIN sign_in_requirements q ON q.organization_id = o.id WHERE o.id = $1`,
      [organizationId],
    );
    if (row === undefined) return null;
    const { version, factorFrom: from, graceDays, maxHours, idleMinutes, changedAt, changedBy } = row;
    return { organizationId, version, factor: from && { from, graceDays }, sessions: { maxHours, idleMinutes }, changedAt, changedBy };
  }

  async save({ organizationId, version, factor, sessions, changedAt, changedBy }: SignInRequirements): Promise<void> {
    await this.session.execute(
      `INSERT INTO sign_in_requirements (organization_id, version, factor_from, factor_grace_days, session_max_hours, session_idle_minutes,
                                         changed_at, changed_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (organization_id) DO UPDATE
         SET version = excluded.version, factor_from = excluded.factor_from, factor_grace_days = excluded.factor_grace_days,
             session_max_hours = excluded.session_max_hours, session_idle_minutes = excluded.session_idle_minutes,
             changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
      [
        ...[organizationId, version, factor?.from ?? null, factor?.graceDays ?? 0, sessions.maxHours, sessions.idleMinutes],
        ...[changedAt, changedBy],
      ],
    );
  }

  async hasConnection(organizationId: number, connectionId: number): Promise<boolean> {
    const find = 'SELECT 1 FROM sso_connections WHERE id = $1 AND organization_id = $2';
    return (await this.session.query(find, [connectionId, organizationId])).length > 0;
  }

  async withoutFactor(organizationId: number, now: Date, request: PageRequest): Promise<Page<PersonWithoutFactor>> {
    const items = await this.session.query<PersonWithoutFactor & object>(
      `SELECT m.user_id AS "userId", u.username, u.display_name AS "displayName", u.email, ${DUE} AS "dueAt"
         FROM ${WITHOUT_FACTOR} AND m.organization_id = $2 ORDER BY m.user_id LIMIT $3 OFFSET $4`,
      [now, organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM ${WITHOUT_FACTOR} AND m.organization_id = $2`,
      [now, organizationId],
    );
    return { items, total: counted?.total ?? 0 };
  }

  takeReminders(now: Date, daysBefore: readonly number[], most: number): Promise<readonly RemindedPerson[]> {
    return this.session.query<RemindedPerson & object>(
      `WITH due AS MATERIALIZED (
         SELECT m.organization_id, m.user_id, u.username, u.email, ${DUE} AS due_at FROM ${WITHOUT_FACTOR}
            AND m.organization_id IN (SELECT q.organization_id FROM sign_in_requirements q WHERE q.factor_from IS NOT NULL)
            AND NOT ${COMES_BY_PROVIDER}),
       taken AS (
         INSERT INTO factor_reminders (organization_id, user_id, due_at, days, sent_at)
         SELECT d.organization_id, d.user_id, d.due_at, period.days, ${NOW}
           FROM due d, LATERAL (SELECT min(one) AS days FROM unnest($2::int[]) AS one
                                 WHERE d.due_at <= ${NOW} + make_interval(days => one)) period
          WHERE d.due_at > ${NOW} AND period.days IS NOT NULL
            AND NOT EXISTS (SELECT FROM factor_reminders r WHERE r.organization_id = d.organization_id AND r.user_id = d.user_id
                               AND r.due_at = d.due_at AND r.days <= period.days)
          ORDER BY d.organization_id, d.user_id LIMIT $3
         ON CONFLICT DO NOTHING RETURNING organization_id, user_id)
       SELECT d.user_id AS "userId", d.organization_id AS "organizationId", o.name AS "organizationName", d.username, d.email,
              d.due_at AS "dueAt"
         FROM taken t JOIN due d ON d.organization_id = t.organization_id AND d.user_id = t.user_id
         JOIN organizations o ON o.id = d.organization_id ORDER BY d.organization_id, d.user_id`,
      [now, daysBefore, most],
    );
  }

  forgetReminders(now: Date): Promise<number> {
    return this.session.execute('DELETE FROM factor_reminders WHERE due_at <= $1', [now]);
  }
}
