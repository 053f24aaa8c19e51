import { Injectable } from '@nestjs/common';
import { DiscardDevices } from '../../../devices/application/discard-devices.js';
import { AccountDevices } from '../../application/ports/account-devices.js';

@Injectable()
export class DevicesOfAccount extends AccountDevices {
  constructor(private readonly discardDevices: DiscardDevices) {
    super();
  }

  discard(userId: number): Promise<void> {
    return this.discardDevices.execute(userId);
  }
}
