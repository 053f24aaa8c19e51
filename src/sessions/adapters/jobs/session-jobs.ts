import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PurgeSessions } from '../../application/purge-sessions.js';
import { RotateSigningKey } from '../../application/rotate-signing-key.js';

@Injectable()
export class SessionJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly rotateSigningKey: RotateSigningKey,
    private readonly purgeSessions: PurgeSessions,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('signing_keys.rotate', '17 3 * * *', async () => {
      await this.rotateSigningKey.execute('if_due');
    });
    this.registry.schedule('sessions.purge', '41 3 * * *', async () => {
      await this.purgeSessions.execute();
    });
  }
}
