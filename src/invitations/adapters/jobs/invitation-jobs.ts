import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeInvitations } from '../../application/purge-invitations.js';

@Injectable()
export class InvitationJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly purgeInvitations: PurgeInvitations,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('invitations.purge', '41 3 * * *', async () => {
      await this.purgeInvitations.execute();
    });
  }
}
