import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type DomainError, Forbidden } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';

/** Asks whether a person may publish policies, and tells people who may not why it is needed. */
@Injectable()
export class RequireGrant {
  constructor(private readonly access: AccessControl) {}

  /** @param caller `null` for the service, which may not @throws `reason`, PolicyRefused */
  async execute(caller: Caller | null, organizationId: number, reason: DomainError): Promise<void> {
    if (caller === null) throw reason;
    const held = await this.access.require(caller, 'abac.grant', { organizationId }).catch((error: unknown) => {
      throw error instanceof Forbidden ? reason : error;
    });
    // Reading, too, is for people of the organization: `require` asks for consent to changes alone.
    if (held.isSystemAdmin && !held.isFounding) throw reason;
  }
}
