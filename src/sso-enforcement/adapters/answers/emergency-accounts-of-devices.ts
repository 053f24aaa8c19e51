import { Injectable } from '@nestjs/common';
import { EmergencyAccounts } from '../../../devices/application/ports/emergency-accounts.js';
import { IsBreakGlass } from '../../application/is-break-glass.js';

@Injectable()
export class EmergencyAccountsOfDevices extends EmergencyAccounts {
  constructor(private readonly isBreakGlass: IsBreakGlass) {
    super();
  }

  isOne(userId: number): Promise<boolean> {
    return this.isBreakGlass.anywhere(userId);
  }
}
