import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DomainError } from '../../shared/domain-error.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { Raced } from '../domain/scim.errors.js';

const MOST_ATTEMPTS = 10;

export interface ProvisioningAttempt {
  readonly provisioner: Provisioner;
  /** For the audit trail. */
  readonly action: string;
  /** `null` for what is being made. */
  readonly id: string | null;
}

/** What all changes by a directory share: another look after a race, and the trace of a refusal. */
@Injectable()
export class RunProvisioning {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param prepare what is looked at and computed before anything is locked, anew for each attempt
   * @param work the unit of work @throws Raced when others were faster again and again
   */
  async execute<Prepared, T>(
    attempt: ProvisioningAttempt,
    prepare: () => Promise<Prepared>,
    work: (prepared: Prepared) => Promise<T>,
  ): Promise<T> {
    for (let left = MOST_ATTEMPTS; ; left--) {
      try {
        const prepared = await prepare();
        return await this.unitOfWork.run(() => work(prepared));
      } catch (error) {
        if (error instanceof Raced && left > 1) continue;
        if (error instanceof DomainError) await this.refused(attempt, error);
        throw error;
      }
    }
  }

  /** Joins the unit of work. */
  succeeded(attempt: ProvisioningAttempt, id: string, detail: Readonly<Record<string, boolean>> = {}): Promise<void> {
    const { action, provisioner } = attempt;
    return this.auditTrail.record({
      action,
      outcome: 'success',
      actorUserId: null,
      organizationId: provisioner.organizationId,
      target: { type: 'scim_user', id },
      detail: { ...byProvisioner(provisioner), ...detail },
    });
  }

  private refused({ provisioner, action, id }: ProvisioningAttempt, error: DomainError): Promise<void> {
    return this.auditTrail.record({
      action,
      outcome: 'refused',
      actorUserId: null,
      organizationId: provisioner.organizationId,
      ...(id !== null && id.length <= 64 && { target: { type: 'scim_user', id } }),
      detail: { ...byProvisioner(provisioner), reason: error.name },
    });
  }
}
