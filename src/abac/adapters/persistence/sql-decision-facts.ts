import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { PermissionGrant } from '../../../shared/permission.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type Candidates, DecisionFacts, type ThingFacts, type Wanted, type WantedFacts } from '../../application/ports/decision-facts.js';
import { type FactsRow, PERMISSIONS, factsOf, factsStatement } from './sql-policy-facts.js';

const ACTS = `u.status = 'active' AND EXISTS (SELECT FROM organization_members m
  WHERE m.organization_id = o.id AND m.user_id = u.id AND m.suspended_at IS NULL)`;

const CANDIDATES: Readonly<Record<Parameters<DecisionFacts['candidates']>[0], string>> = {
  user: `SELECT user_id AS id FROM organization_members
          WHERE organization_id = $1 AND user_id > $2 AND arrived_at IS NOT NULL ORDER BY user_id LIMIT $3`,
  workspace: 'SELECT id FROM workspaces WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3',
  data_source: 'SELECT id FROM data_sources WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3',
};

interface WantedRow extends FactsRow {
  readonly permissions: PermissionGrant[];
  readonly epoch: number | null;
  /** In one row. */
  readonly things: readonly ThingFacts[] | null;
}

/** Of a workspace `w`. */
const HELD = `coalesce((SELECT jsonb_agg(jsonb_build_object('userId', m.user_id, 'role', r.name, 'permissions', r.permissions))
                          FROM workspace_members m JOIN roles r ON r.id = m.role_id
                         WHERE m.workspace_id = w.id AND m.user_id = ANY ($1)), '[]')`;
const THINGS = `(SELECT jsonb_agg(t) FROM (
         SELECT 'Workspace' AS type, w.id, w.labels, NULL::int AS "workspaceId", w.allow_public_access AS "isPublic", ${HELD} AS held
           FROM workspaces w WHERE w.organization_id = ANY ($2) AND w.id = ANY ($7)
          UNION ALL
         SELECT 'DataSource', d.id, d.labels, w.id, w.allow_public_access, ${HELD}
           FROM data_sources d LEFT JOIN workspaces w ON w.id = d.workspace_id
          WHERE d.organization_id = ANY ($2) AND d.id = ANY ($8)) t)`;

const WANTED: PreparedStatement = {
  name: 'decision_facts',
  text: `${factsStatement(`, ${PERMISSIONS},
      (SELECT e.epoch FROM abac_epochs e WHERE e.organization_id = o.id AND e.is_deciding) AS epoch,
      CASE WHEN row_number() OVER () = 1 THEN ${THINGS} END AS things`)} AND ${ACTS}`,
};

/** Raw, because each statement works on whole sets, of the tables of many contexts. */
@Injectable()
export class SqlDecisionFacts extends DecisionFacts {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  async of(organizationId: number, { userIds, workspaceIds, dataSourceIds }: Wanted): Promise<WantedFacts> {
    const now = this.clock.now();
    const rows = await this.session.query<WantedRow & object>(WANTED, [
      userIds,
      [organizationId],
      null,
      now,
      null,
      null,
      workspaceIds,
      dataSourceIds,
    ]);
    const members = rows.map((row) => {
      const { principal, isBreakGlass } = factsOf(row, now);
      return { principal, isBreakGlass, permissions: row.permissions };
    });
    const things = rows.find((row) => row.things !== null)?.things ?? [];
    return { epoch: rows[0]?.epoch ?? null, members, things };
  }

  async candidates(kind: 'user' | 'workspace' | 'data_source', { organizationId, after, most }: Candidates): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(CANDIDATES[kind], [organizationId, after, most]);
    return rows.map(({ id }) => id);
  }
}
