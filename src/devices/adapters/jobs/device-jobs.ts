import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeDevices } from '../../application/purge-devices.js';

@Injectable()
export class DeviceJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly purgeDevices: PurgeDevices,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('devices.purge', '53 3 * * *', async () => {
      await this.purgeDevices.execute();
    });
  }
}
