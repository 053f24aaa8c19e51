import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeDenials } from '../../application/purge-denials.js';

@Injectable()
export class EnforcementJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly purgeDenials: PurgeDenials,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('sso.purge-denials', '47 3 * * *', async () => {
      await this.purgeDenials.execute();
    });
  }
}
