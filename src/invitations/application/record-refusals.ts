import { Injectable } from '@nestjs/common';
import { isRefusal } from '../../shared/domain-error.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { InvitationExpired, NotTheInvited } from '../domain/invitation.errors.js';

@Injectable()
export class RecordRefusals {
  constructor(private readonly auditTrail: AuditTrail) {}

  /** Runs the work. A refusal has rolled the unit of work back, so it is recorded separately and thrown again. */
  async execute<T>(attempt: Omit<AuditEvent, 'outcome' | 'detail'>, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isRefusal(error)) {
        const reason = error instanceof InvitationExpired ? error.reason : error.name;
        // A stranger who found the mail is not an event of the organization: its readers must not learn who that was.
        const where = error instanceof NotTheInvited ? { organizationId: null } : {};
        await this.auditTrail.record({ ...attempt, ...where, outcome: 'refused', detail: { reason } });
      }
      throw error;
    }
  }
}
