import { Injectable } from '@nestjs/common';
import { ClaimedDomains } from './ports/claimed-domains.js';
import { RecheckDomains } from './recheck-domains.js';

const AT_ONCE = 100;

/** A domain that lapses goes to somebody else, who then has its addresses too. */
@Injectable()
export class RecheckAllDomains {
  constructor(
    private readonly domains: ClaimedDomains,
    private readonly recheckDomains: RecheckDomains,
  ) {}

  /** One organization after the other. May be run again at any time. */
  async execute(): Promise<void> {
    let last = 0;
    for (;;) {
      const organizations = await this.domains.holdersAfter(last, AT_ONCE);
      for (const organizationId of organizations) await this.recheckDomains.execute({ organizationId });
      if (organizations.length < AT_ONCE) return;
      last = organizations.at(-1) ?? last;
    }
  }
}
