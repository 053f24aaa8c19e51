import { Injectable } from '@nestjs/common';
import { ConcurrentChange, isRefusal } from '../../shared/domain-error.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { targetOf } from '../domain/resource.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { AboveCeiling, inTermsOfScim } from '../../engines/scim-protocol/scim.errors.js';
import { AskForApproval } from './ask-for-approval.js';

const MOST_ATTEMPTS = 10;

/** For a change that looks at nothing before it locks. */
export const NOTHING_TO_PREPARE = (): Promise<void> => Promise.resolve();

export interface ProvisioningAttempt {
  readonly provisioner: Provisioner;
  readonly type: ResourceTypeName;
  readonly done: 'created' | 'updated' | 'deleted';
  /** `null` for what is being made. */
  readonly id: string | null;
}

/**
 * What all changes by a directory share: another attempt after a race, refusals in the terms of SCIM, and an audit
 * entry for both outcomes.
 */
@Injectable()
export class RunProvisioning {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly askForApproval: AskForApproval,
  ) {}

  /**
   * @param prepare what is read and computed before anything is locked, again for each attempt; whether others were faster before
   * @param work the unit of work @throws ConcurrentChange when others were faster again and again, and what
   * `inTermsOfScim` answers
   */
  async execute<Prepared, T>(
    attempt: ProvisioningAttempt,
    prepare: (isRepeated: boolean) => Promise<Prepared>,
    work: (prepared: Prepared) => Promise<T>,
  ): Promise<T> {
    for (let left = MOST_ATTEMPTS; ; left--) {
      try {
        const prepared = await prepare(left < MOST_ATTEMPTS).catch(rethrowInTermsOfScim);
        // Inside: a unit of work that several operations share keeps its failure, and answers it to all of them.
        return await this.unitOfWork.run(() => work(prepared).catch(rethrowInTermsOfScim));
      } catch (error) {
        if (error instanceof ConcurrentChange && left > 1) continue;
        if (error instanceof AboveCeiling) await this.askForApproval.execute(attempt.provisioner);
        if (isRefusal(error)) await this.record(attempt, 'refused', { reason: error.name });
        throw error;
      }
    }
  }

  /** Joins the unit of work. */
  succeeded(attempt: ProvisioningAttempt, id: string, detail: AuditEvent['detail'] = {}): Promise<void> {
    return this.record({ ...attempt, id }, 'success', detail);
  }

  private record(
    { provisioner, type, done, id }: ProvisioningAttempt,
    outcome: AuditEvent['outcome'],
    detail: AuditEvent['detail'],
  ): Promise<void> {
    return this.auditTrail.record({
      action: `scim.${type.toLowerCase()}_${done}`,
      outcome,
      actorUserId: null,
      organizationId: provisioner.organizationId,
      ...(id !== null && targetOf(type, id)),
      detail: { ...byProvisioner(provisioner), ...detail },
    });
  }
}

function rethrowInTermsOfScim(error: unknown): never {
  throw inTermsOfScim(error);
}
