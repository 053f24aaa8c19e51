import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { PauseFailingWaves } from '../../application/pause-failing-waves.js';
import { REMIND_JOB, RemindMembers } from '../../application/remind-members.js';
import { StartDueWaves } from '../../application/start-due-waves.js';

@Injectable()
export class WaveJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly startDueWaves: StartDueWaves,
    private readonly pauseFailingWaves: PauseFailingWaves,
    private readonly remindMembers: RemindMembers,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('sso-migration.start-waves', '*/5 * * * *', () => this.startDueWaves.execute());
    this.registry.schedule('sso-migration.watch-waves', '*/5 * * * *', async () => {
      await this.pauseFailingWaves.execute();
    });
    this.registry.schedule(REMIND_JOB, '*/15 * * * *', async () => {
      await this.remindMembers.execute();
    });
  }
}
