import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { MailedTokens } from './ports/mailed-tokens.js';

/** A person takes back that they asked for another address: the mailed link is void. */
@Injectable()
export class CancelAddressChange {
  constructor(
    private readonly tokens: MailedTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Doing it again changes nothing. */
  execute({ userId }: Caller): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.tokens.withdraw(userId, 'address_change'))) return;
      const target = { type: 'user', id: userId };
      await this.auditTrail.record({ action: 'user.address_change_cancelled', outcome: 'success', actorUserId: userId, target });
    });
  }
}
