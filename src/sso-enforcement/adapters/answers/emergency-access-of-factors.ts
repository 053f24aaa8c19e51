import { Injectable } from '@nestjs/common';
import { RetainBreakGlass } from '../../application/retain-break-glass.js';
import { EmergencyAccess, type FactorsLeft } from '../../../mfa/application/ports/emergency-access.js';

@Injectable()
export class EmergencyAccessOfFactors extends EmergencyAccess {
  constructor(private readonly retainBreakGlass: RetainBreakGlass) {
    super();
  }

  retain(left: FactorsLeft): Promise<void> {
    return this.retainBreakGlass.execute(left);
  }
}
