import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../shared/ports/clock.js';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { Sessions } from '../../application/ports/sessions.js';
import { RotateSigningKey } from '../../application/rotate-signing-key.js';

/** Ended sessions are kept that long: they tell from which networks an account has logged in before. */
const KEPT_MS = 90 * 86_400_000;

@Injectable()
export class SessionJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly rotateSigningKey: RotateSigningKey,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('signing_keys.rotate', '17 3 * * *', async () => {
      await this.rotateSigningKey.execute('if_due');
    });
    this.registry.schedule('sessions.purge', '41 3 * * *', async () => {
      await this.sessions.purge(new Date(this.clock.now().getTime() - KEPT_MS));
    });
  }
}
