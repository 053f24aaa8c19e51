import { Injectable } from '@nestjs/common';
import { DiscardDevices } from '../../application/discard-devices.js';
import { AccountDevices } from '../../../accounts/application/ports/account-devices.js';

@Injectable()
export class DevicesOfAccount extends AccountDevices {
  constructor(private readonly discardDevices: DiscardDevices) {
    super();
  }

  discard(userId: number): Promise<void> {
    return this.discardDevices.execute(userId);
  }
}
