import type { AgentRules } from '../../domain/agent-rules.js';

export abstract class AgentRuleBook {
  /** For each of the organizations. */
  abstract of(organizationIds: readonly number[]): Promise<ReadonlyMap<number, AgentRules>>;
  abstract replace(organizationId: number, rules: AgentRules, at: Date): Promise<void>;
}
