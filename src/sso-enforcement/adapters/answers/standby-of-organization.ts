import { Injectable } from '@nestjs/common';
import { SpareBreakGlass } from '../../application/spare-break-glass.js';
import { type LeavingOwner, Standby } from '../../../organizations/application/ports/standby.js';

@Injectable()
export class StandbyOfOrganization extends Standby {
  constructor(private readonly spareBreakGlass: SpareBreakGlass) {
    super();
  }

  spare(owner: LeavingOwner): Promise<void> {
    return this.spareBreakGlass.execute(owner);
  }
}
