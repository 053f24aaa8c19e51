import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { AgentRuleBook } from '../../application/ports/agent-rule-book.js';
import type { AgentRules } from '../../domain/agent-rules.js';

/** Raw: rules are written whether or not there are some. */
@Injectable()
export class SqlAgentRuleBook extends AgentRuleBook {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(organizationIds: readonly number[]): Promise<ReadonlyMap<number, AgentRules>> {
    const rows = await this.session.query<AgentRules & { id: number }>(
      `SELECT organization_id AS id, admits, listed, scopes, longest_days AS "longestDays", version
         FROM agent_rules WHERE organization_id = ANY ($1)`,
      [organizationIds],
    );
    return new Map(rows.map(({ id, ...rules }) => [id, rules]));
  }

  async replace(organizationId: number, { admits, listed, scopes, longestDays, version }: AgentRules, at: Date): Promise<void> {
    await this.session.execute(
      `INSERT INTO agent_rules (organization_id, admits, listed, scopes, longest_days, version, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (organization_id) DO UPDATE SET admits = excluded.admits, listed = excluded.listed, scopes = excluded.scopes,
         longest_days = excluded.longest_days, version = excluded.version, changed_at = excluded.changed_at`,
      [organizationId, admits, listed, scopes, longestDays, version, at],
    );
  }
}
