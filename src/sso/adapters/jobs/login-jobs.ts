import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeLogins } from '../../application/purge-logins.js';

@Injectable()
export class LoginJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly purgeLogins: PurgeLogins,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('sso.purge_logins', '23 * * * *', async () => {
      await this.purgeLogins.execute();
    });
  }
}
