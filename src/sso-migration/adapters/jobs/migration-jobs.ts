import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { RecordProgress } from '../../application/record-progress.js';

@Injectable()
export class MigrationJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly recordProgress: RecordProgress,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('sso-migration.record-progress', '13 0 * * *', async () => {
      await this.recordProgress.execute();
    });
  }
}
