import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { Exemptions, type ExemptionView } from './ports/exemptions.js';

/** Of an organization, those that count now. */
@Injectable()
export class ListExemptions {
  constructor(
    private readonly access: AccessControl,
    private readonly exemptions: Exemptions,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<ExemptionView>> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.exemptions.pageOf(organizationId, this.clock.now(), request);
  }
}
