import { Injectable } from '@nestjs/common';
import { Devices } from './ports/devices.js';

/** The owner of an account has come: devices on which others logged in before are not theirs. */
@Injectable()
export class DiscardDevices {
  constructor(private readonly devices: Devices) {}

  /** Joins the unit of work of the claim, in which the account is locked. The claim writes the audit row. */
  async execute(userId: number): Promise<void> {
    await this.devices.removeAll(userId);
  }
}
