import { Injectable } from '@nestjs/common';
import { RetainBreakGlass } from '../../application/retain-break-glass.js';
import { EmergencyAccess } from '../../../mfa/application/ports/emergency-access.js';

@Injectable()
export class EmergencyAccessOfFactors extends EmergencyAccess {
  constructor(private readonly retainBreakGlass: RetainBreakGlass) {
    super();
  }

  retain(left: Parameters<EmergencyAccess['retain']>[0]): Promise<void> {
    return this.retainBreakGlass.execute(left);
  }
}
