import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeMfa } from '../../application/purge-mfa.js';

@Injectable()
export class MfaJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly purgeMfa: PurgeMfa,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('mfa.purge', '23 * * * *', async () => {
      await this.purgeMfa.execute();
    });
  }
}
