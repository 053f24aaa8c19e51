import { Injectable } from '@nestjs/common';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type DecisionFilter, Decisions } from '../../application/ports/decisions.js';
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

/**
 * Policies under which a decision is found. Two hundred may decide at once, and a person may be refused thousands of times a minute:
 * the rows that this writes must not grow with both.
 */
const MOST_POLICIES = 20;

const COLUMNS = `d.id, d.decided_at AS "decidedAt", d.is_allowed AS "isAllowed", d.reason, d.policies, d.errors, d.shadow,
  d.request, d.request_hash AS "requestHash"`;
const OWN = ofCaller({ organization: 'd.organization_id', user: '$2', isAdmin: '$3' });

/** Raw: a log that is written on the way to an answer, and read by ranges of its index. */
@Injectable()
export class SqlDecisions extends Decisions {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add({ decidedAt, request, decision, shadow, requestHash }: NewDecision): Promise<void> {
    const { isAllowed, reason, policies, errors } = decision;
    const involved = [...policies, ...(shadow?.policies ?? [])].map(({ id }) => id);
    await this.session.execute(
      `WITH decision AS (
         INSERT INTO abac_decisions (organization_id, decided_at, user_id, is_allowed, reason, policies, errors, shadow, request,
                                     request_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id),
       involved AS (
         SELECT id AS decision_id, policy_id, row_number() OVER (ORDER BY hashint8(id # policy_id)) AS turn
           FROM decision CROSS JOIN unnest($11::int[]) AS policy_id),
       counted AS (
         UPDATE abac_policies SET last_purged_match_at = $2 WHERE id IN (
           SELECT p.id FROM abac_policies p JOIN involved ON policy_id = p.id
            WHERE turn > ${MOST_POLICIES} AND coalesce(p.last_purged_match_at < $2::timestamptz - interval '1 hour', true)
            ORDER BY p.id FOR NO KEY UPDATE OF p SKIP LOCKED))
       INSERT INTO abac_decision_policies (organization_id, policy_id, decision_id, is_of_interest)
       SELECT $1, policy_id, decision_id, $12 FROM involved WHERE turn <= ${MOST_POLICIES}`,
      [
        ...[request.organizationId, decidedAt, request.principal.userId, isAllowed, reason],
        ...[JSON.stringify(policies), errors, shadow && JSON.stringify(shadow), JSON.stringify(request), requestHash],
        ...[[...new Set(involved)], !isAllowed || shadow !== null],
      ],
    );
  }

  async list(organizationId: number, filter: DecisionFilter, request: PageRequest): Promise<Page<RecordedDecision>> {
    const { policyId } = filter;
    const found = foundBy(filter);
    const values = policyId === null ? [organizationId] : [organizationId, policyId];
    // Found in an index alone: only the rows of the page are read whole.
    const rows = await this.session.query<Row & object>(
      `SELECT ${COLUMNS} FROM (${found} ORDER BY id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}) found
         JOIN abac_decisions d ON d.id = found.id ORDER BY d.id DESC`,
      [...values, request.limit, offsetOf(request)],
    );
    const [count] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM (${found}) found`, values);
    return { items: rows.map(toDecision), total: count?.total ?? 0 };
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<RecordedDecision | null> {
    const [row] = await this.session.query<Row & object>(`SELECT ${COLUMNS} FROM abac_decisions d WHERE d.id = $1 AND ${OWN}`, [
      id,
      userId,
      isSystemAdmin,
    ]);
    return row === undefined ? null : toDecision(row);
  }

  async since(organizationId: number, from: Date, most: number): Promise<readonly RecordedDecision[]> {
    const rows = await this.session.query<Row & object>(
      `SELECT ${COLUMNS} FROM abac_decisions d WHERE d.organization_id = $1 AND d.decided_at >= $2 ORDER BY d.id DESC LIMIT $3`,
      [organizationId, from, most],
    );
    return rows.map(toDecision);
  }

  async purge(before: Date, most: number): Promise<number> {
    const [row] = await this.session.query<{ purged: number }>(
      `WITH purged AS (
         DELETE FROM abac_decisions WHERE id IN (
           SELECT id FROM abac_decisions WHERE decided_at < $1 ORDER BY decided_at LIMIT $2) RETURNING id, decided_at),
       matched AS (
         SELECT m.policy_id, max(p.decided_at) AS at FROM purged p JOIN abac_decision_policies m ON m.decision_id = p.id
          GROUP BY m.policy_id),
       kept AS (
         UPDATE abac_policies SET last_purged_match_at = greatest(last_purged_match_at, matched.at)
           FROM matched WHERE id = matched.policy_id)
       SELECT count(*)::int AS purged FROM purged`,
      [before, most],
    );
    return row?.purged ?? 0;
  }
}

/** The ids, by the organization `$1` and, where one is asked for, the policy `$2`. */
function foundBy({ isOfInterest, policyId }: DecisionFilter): string {
  if (policyId === null) {
    const interest = isOfInterest ? ' AND (NOT is_allowed OR shadow IS NOT NULL)' : '';
    return `SELECT id FROM abac_decisions WHERE organization_id = $1${interest}`;
  }
  const interest = isOfInterest ? ' AND is_of_interest' : '';
  return `SELECT decision_id AS id FROM abac_decision_policies WHERE policy_id = $2 AND organization_id = $1${interest}`;
}

function toDecision(row: Row): RecordedDecision {
  const { id, decidedAt, isAllowed, reason, policies, errors, shadow, request, requestHash } = row;
  const context = { ...request.context, now: new Date(request.context.now) };
  const decision = { isAllowed, reason, policies, errors };
  return { id: Number(id), decidedAt, decision, shadow, requestHash, request: { ...request, context } };
}
