import { Injectable } from '@nestjs/common';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Decisions } from '../../application/ports/decisions.js';
import type { DecidingPolicy, PolicyDecision, PolicyRequest } from '../../domain/policy-request.js';
import type { NewDecision, RecordedDecision } from '../../domain/recorded-decision.js';

interface Row {
  readonly id: string;
  readonly decidedAt: Date;
  readonly isAllowed: boolean;
  readonly reason: PolicyDecision['reason'];
  readonly policies: readonly DecidingPolicy[];
  readonly errors: readonly string[];
  readonly shadow: PolicyDecision | null;
  /** As JSON holds it: times are texts. */
  readonly request: PolicyRequest;
  readonly requestHash: string;
}

const COLUMNS = `d.id, d.decided_at AS "decidedAt", d.is_allowed AS "isAllowed", d.reason, d.policies, d.errors, d.shadow,
  d.request, d.request_hash AS "requestHash"`;
const OWN = ofCaller({ organization: 'd.organization_id', user: '$2', isAdmin: '$3' });

/** SQL: a log that is written on the way to an answer, and read by ranges of its index. */
@Injectable()
export class SqlDecisions extends Decisions {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add({ decidedAt, request, decision, shadow, requestHash }: NewDecision): Promise<void> {
    const { isAllowed, reason, policies, errors } = decision;
    await this.session.execute(
      `INSERT INTO abac_decisions (organization_id, decided_at, user_id, is_allowed, reason, policies, errors, shadow, request,
                                   request_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[request.organizationId, decidedAt, request.principal.userId, isAllowed, reason],
        ...[JSON.stringify(policies), errors, shadow && JSON.stringify(shadow), JSON.stringify(request), requestHash],
      ],
    );
  }

  async list(organizationId: number, isOfInterest: boolean, request: PageRequest): Promise<Page<RecordedDecision>> {
    const where = `d.organization_id = $1${isOfInterest ? ' AND (NOT d.is_allowed OR d.shadow IS NOT NULL)' : ''}`;
    const rows = await this.session.query<Row & object>(
      `SELECT ${COLUMNS} FROM abac_decisions d WHERE ${where} ORDER BY d.id DESC LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [count] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM abac_decisions d WHERE ${where}`,
      [organizationId],
    );
    return { items: rows.map(toDecision), total: count?.total ?? 0 };
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<RecordedDecision | null> {
    const [row] = await this.session.query<Row & object>(
      `SELECT ${COLUMNS} FROM abac_decisions d WHERE d.id = $1 AND ${OWN}`,
      [id, userId, isSystemAdmin],
    );
    return row === undefined ? null : toDecision(row);
  }

  async since(organizationId: number, from: Date, most: number): Promise<readonly RecordedDecision[]> {
    const rows = await this.session.query<Row & object>(
      `SELECT ${COLUMNS} FROM abac_decisions d WHERE d.organization_id = $1 AND d.decided_at >= $2 ORDER BY d.id DESC LIMIT $3`,
      [organizationId, from, most],
    );
    return rows.map(toDecision);
  }

  purge(before: Date, most: number): Promise<number> {
    return this.session.execute(
      `DELETE FROM abac_decisions WHERE id IN (
         SELECT id FROM abac_decisions WHERE decided_at < $1 ORDER BY decided_at LIMIT $2)`,
      [before, most],
    );
  }
}

function toDecision(row: Row): RecordedDecision {
  const { id, decidedAt, isAllowed, reason, policies, errors, shadow, request, requestHash } = row;
  const context = { ...request.context, now: new Date(request.context.now) };
  const decision = { isAllowed, reason, policies, errors };
  return { id: Number(id), decidedAt, decision, shadow, requestHash, request: { ...request, context } };
}
