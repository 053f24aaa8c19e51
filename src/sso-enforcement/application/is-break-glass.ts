import { Injectable } from '@nestjs/common';
import { BreakGlasses } from './ports/break-glasses.js';

@Injectable()
export class IsBreakGlass {
  constructor(private readonly breakGlasses: BreakGlasses) {}

  /** Such an account is never tied to an identity provider: it is there for when that fails, or turns against its owner. */
  execute({ organizationId, userId }: { organizationId: number; userId: number }): Promise<boolean> {
    return this.breakGlasses.isDesignated(organizationId, userId);
  }
}
