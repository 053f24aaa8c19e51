import { Injectable } from '@nestjs/common';
import { type AgentRules, FIRST_RULES } from '../domain/agent-rules.js';
import { AgentRuleBook } from './ports/agent-rule-book.js';

/** Checks no permission. */
@Injectable()
export class ReadAgentRules {
  constructor(private readonly ruleBook: AgentRuleBook) {}

  async execute(organizationId: number): Promise<AgentRules> {
    return (await this.ruleBook.of([organizationId])).get(organizationId) ?? FIRST_RULES;
  }
}
