import { Injectable } from '@nestjs/common';
import { forEachSettled, idsAfter } from '../../shared/for-each-settled.js';
import { ClaimedDomains } from './ports/claimed-domains.js';
import { RecheckDomains } from './recheck-domains.js';

const AT_ONCE = 100;

/** A domain that lapses goes to another owner, who then has its addresses too. */
@Injectable()
export class RecheckAllDomains {
  constructor(
    private readonly domains: ClaimedDomains,
    private readonly recheckDomains: RecheckDomains,
  ) {}

  /** One organization after the other. May be run again at any time. */
  execute(): Promise<void> {
    const holders = idsAfter((last) => this.domains.holdersAfter(last, AT_ONCE));
    return forEachSettled(holders, (organizationId) => this.recheckDomains.execute({ organizationId }));
  }
}
