import { Injectable } from '@nestjs/common';
import { SpareBreakGlass } from '../../../sso-enforcement/application/spare-break-glass.js';
import { Standby } from '../../application/ports/standby.js';

@Injectable()
export class BreakGlassStandby extends Standby {
  constructor(private readonly spareBreakGlass: SpareBreakGlass) {
    super();
  }

  spare(owner: Parameters<Standby['spare']>[0]): Promise<void> {
    return this.spareBreakGlass.execute(owner);
  }
}
