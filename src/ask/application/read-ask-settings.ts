import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { AskTermsOfOrganization } from '../domain/ask-settings.js';
import { AskTerms } from './ports/ask-terms.js';
import { Settings } from './ports/settings.js';

@Injectable()
export class ReadAskSettings {
  constructor(
    private readonly access: AccessControl,
    private readonly settings: Settings,
    private readonly terms: AskTerms,
  ) {}

  /** People who may ask may know what the model sees. @throws Forbidden */
  async execute(caller: Caller, organizationId: number): Promise<AskTermsOfOrganization> {
    await this.access.require(caller, 'query.run', { organizationId });
    return { ...(await this.settings.of(organizationId)), tokensGranted: this.terms.tokensPerOrganization };
  }
}
