import { Injectable } from '@nestjs/common';
import { RetainBreakGlass } from '../../../sso-enforcement/application/retain-break-glass.js';
import { EmergencyAccess } from '../../application/ports/emergency-access.js';

@Injectable()
export class BreakGlassAccess extends EmergencyAccess {
  constructor(private readonly retainBreakGlass: RetainBreakGlass) {
    super();
  }

  retain(left: Parameters<EmergencyAccess['retain']>[0]): Promise<void> {
    return this.retainBreakGlass.execute(left);
  }
}
