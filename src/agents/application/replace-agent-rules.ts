import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ADMITTED_CLIENTS, type AgentRules, FIRST_RULES } from '../domain/agent-rules.js';
import { AgentRuleBook } from './ports/agent-rule-book.js';

/** Which AI clients may connect for the members of an organization, and how far. */
@Injectable()
export class ReplaceAgentRules {
  constructor(
    private readonly access: AccessControl,
    private readonly ruleBook: AgentRuleBook,
    private readonly lockOrganization: LockOrganization,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden */
  async read(caller: Caller, organizationId: number): Promise<AgentRules> {
    await this.access.require(caller, 'organization.read', { organizationId });
    return this.rulesOf(organizationId);
  }

  /**
   * They count for clients that are connected, from their next request on.
   * @param wanted with the version that they replace @throws Forbidden, EditedMeanwhile, OwnerApprovalRequired
   */
  async execute(caller: Caller, organizationId: number, wanted: AgentRules): Promise<AgentRules> {
    const held = await this.access.require(caller, 'organization.update', { organizationId });
    return this.unitOfWork.run(async () => {
      await this.lockOrganization.execute(organizationId, 'alone');
      const before = await this.rulesOf(organizationId);
      if (before.version !== wanted.version) throw new EditedMeanwhile();
      if (JSON.stringify(toldOf(before)) === JSON.stringify(toldOf(wanted))) return before;
      const rules = { ...wanted, version: before.version + 1 };
      const facts = { settings: toldOf(rules) };
      if (isWider(rules, before))
        await this.consent.settle(caller, held, organizationId, { kind: 'change', change: 'allow_agents', facts });
      await this.ruleBook.replace(organizationId, rules, this.clock.now());
      await this.auditTrail.record({
        action: 'agent_rules.replaced',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'organization', id: organizationId },
        detail: { before: toldOf(before), after: toldOf(rules) },
      });
      return rules;
    });
  }

  private async rulesOf(organizationId: number): Promise<AgentRules> {
    return (await this.ruleBook.of([organizationId])).get(organizationId) ?? FIRST_RULES;
  }
}

function toldOf({ admits, listed, scopes, longestDays }: AgentRules): readonly string[] {
  return [`admits ${admits}`, `listed ${listed.join(' ')}`, `scopes ${scopes.join(' ')}`, `longest_days ${longestDays}`];
}

function isWider(rules: AgentRules, before: AgentRules): boolean {
  const rank = ({ admits }: AgentRules): number => ADMITTED_CLIENTS.indexOf(admits);
  return (
    rank(rules) > rank(before) ||
    (rules.admits === 'listed' && rules.listed.some((one) => !before.listed.includes(one))) ||
    (rules.admits !== 'none' && (rules.scopes.some((scope) => !before.scopes.includes(scope)) || rules.longestDays > before.longestDays))
  );
}
