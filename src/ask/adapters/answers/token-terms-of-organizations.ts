import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { TokenTerms } from '../../../query-generation/application/ports/token-terms.js';
import { Settings } from '../../application/ports/settings.js';

/** What the operator grants, or what the administrators of an organization make of it: less, never more. */
@Injectable()
export class TokenTermsOfOrganizations extends TokenTerms {
  constructor(
    private readonly config: Config,
    private readonly settings: Settings,
  ) {
    super();
  }

  async of(organizationId: number): Promise<{ perPerson: number; perOrganization: number }> {
    const { tokensPerPerson, tokensPerOrganization } = this.config.ask;
    const { tokensPerDay } = await this.settings.of(organizationId);
    const perOrganization = Math.min(tokensPerDay ?? tokensPerOrganization, tokensPerOrganization);
    return { perPerson: tokensPerPerson, perOrganization };
  }
}
