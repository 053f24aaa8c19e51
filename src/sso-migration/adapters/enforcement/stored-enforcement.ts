import { Injectable } from '@nestjs/common';
import { HoldEnforcement } from '../../../sso-enforcement/application/hold-enforcement.js';
import { ReleaseSignOn } from '../../../sso-enforcement/application/release-sign-on.js';
import { RequireSignOn } from '../../../sso-enforcement/application/require-sign-on.js';
import { SignOnEnforcement } from '../../application/ports/sign-on-enforcement.js';

@Injectable()
export class StoredEnforcement extends SignOnEnforcement {
  constructor(
    private readonly holdEnforcement: HoldEnforcement,
    private readonly requireSignOn: RequireSignOn,
    private readonly releaseSignOn: ReleaseSignOn,
  ) {
    super();
  }

  async hold(organizationId: number): Promise<{ mode: string; readyBreakGlass: number }> {
    const { mode, breakGlass } = await this.holdEnforcement.execute(organizationId);
    return { mode, readyBreakGlass: breakGlass.filter(({ isReady }) => isReady).length };
  }

  require(input: Parameters<SignOnEnforcement['require']>[0]): Promise<void> {
    return this.requireSignOn.execute(input);
  }

  release(organizationId: number, waveNumber: number): Promise<void> {
    return this.releaseSignOn.execute({ organizationId, userIds: null, waveNumber });
  }
}
