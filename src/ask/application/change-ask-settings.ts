import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { tooManyTokens } from '../domain/ask.errors.js';
import type { AskDecision, AskTermsOfOrganization } from '../domain/ask-settings.js';
import { AskTerms } from './ports/ask-terms.js';
import { Settings } from './ports/settings.js';

@Injectable()
export class ChangeAskSettings {
  constructor(
    private readonly access: AccessControl,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
    private readonly terms: AskTerms,
  ) {}

  /** @throws Forbidden, ValidationFailed, EditedMeanwhile */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    version: number;
    decision: AskDecision;
  }): Promise<AskTermsOfOrganization> {
    const { caller, organizationId, version, decision } = input;
    await this.access.require(caller, 'query.manage', { organizationId });
    const { tokensPerOrganization } = this.terms;
    if ((decision.tokensPerDay ?? 0) > tokensPerOrganization) throw tooManyTokens(tokensPerOrganization);
    return this.unitOfWork.run(async () => {
      const to = { ...decision, changedAt: this.clock.now() };
      const changed = await this.settings.change(organizationId, version, to);
      if (changed === null) throw new EditedMeanwhile();
      await this.auditTrail.record({
        action: 'ask_settings.changed',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'organization', id: organizationId },
        detail: {
          shows_rows: changed.showsRows,
          conversation_days: changed.conversationDays,
          tokens_per_day: changed.tokensPerDay,
        },
      });
      return { ...changed, tokensGranted: tokensPerOrganization };
    });
  }
}
