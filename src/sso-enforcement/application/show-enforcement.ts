import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';

@Injectable()
export class ShowEnforcement {
  constructor(
    private readonly access: AccessControl,
    private readonly readEnforcement: ReadEnforcement,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number): Promise<EnforcementView> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.readEnforcement.execute(organizationId);
  }
}
