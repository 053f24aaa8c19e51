import { Injectable } from '@nestjs/common';
import { SpareBreakGlass } from '../../application/spare-break-glass.js';
import { Standby } from '../../../organizations/application/ports/standby.js';

@Injectable()
export class StandbyOfOrganization extends Standby {
  constructor(private readonly spareBreakGlass: SpareBreakGlass) {
    super();
  }

  spare(owner: Parameters<Standby['spare']>[0]): Promise<void> {
    return this.spareBreakGlass.execute(owner);
  }
}
