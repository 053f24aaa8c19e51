import { Injectable } from '@nestjs/common';
import { BreakGlasses } from './ports/break-glasses.js';

@Injectable()
export class IsBreakGlass {
  constructor(private readonly breakGlasses: BreakGlasses) {}

  /**
   * Such an account is never linked to an identity provider: it exists for the case that the provider fails, or turns
   * against its owner.
   */
  execute({ organizationId, userId }: { organizationId: number; userId: number }): Promise<boolean> {
    return this.breakGlasses.isDesignated(organizationId, userId);
  }

  /** No device is trusted for it, whichever organization it is kept for. */
  async anywhere(userId: number): Promise<boolean> {
    return (await this.breakGlasses.designationsOf(userId)).length > 0;
  }
}
