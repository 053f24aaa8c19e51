import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeProvisioningEvents } from '../../application/purge-provisioning-events.js';

@Injectable()
export class ScimJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly purgeEvents: PurgeProvisioningEvents,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('scim.purge-events', '47 * * * *', () => this.purgeEvents.execute());
  }
}
