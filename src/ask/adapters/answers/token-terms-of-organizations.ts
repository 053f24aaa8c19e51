import { Injectable } from '@nestjs/common';
import { TokenTerms, type TokensOfDay } from '../../../query-generation/application/ports/token-terms.js';
import { AskTerms } from '../../application/ports/ask-terms.js';
import { Settings } from '../../application/ports/settings.js';
import { tokensOfDay } from '../../domain/ask-settings.js';

@Injectable()
export class TokenTermsOfOrganizations extends TokenTerms {
  constructor(
    private readonly granted: AskTerms,
    private readonly settings: Settings,
  ) {
    super();
  }

  async of(organizationId: number): Promise<TokensOfDay> {
    return tokensOfDay(this.granted, await this.settings.of(organizationId));
  }
}
