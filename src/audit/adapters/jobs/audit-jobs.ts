import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { ArchiveAudit } from '../../application/archive-audit.js';
import { PurgeRefusals } from '../../application/purge-refusals.js';
import { SealAudit } from '../../application/seal-audit.js';

@Injectable()
export class AuditJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly sealAudit: SealAudit,
    private readonly archiveAudit: ArchiveAudit,
    private readonly purgeRefusals: PurgeRefusals,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('audit.seal', '* * * * *', () => this.seal());
    this.registry.schedule('audit.archive', '41 3 * * *', () => this.archive());
    this.registry.schedule('audit.purge-refusals', '29 * * * *', async () => {
      await this.purgeRefusals.execute();
    });
  }

  private async archive(): Promise<void> {
    const { files, broken } = await this.archiveAudit.execute();
    if (files.length > 0) this.logger.info({ files: files.length }, 'audit trail archived');
    for (const chain of broken)
      this.logger.error({ organization_id: chain }, 'audit chain does not hold: not archived');
  }

  private async seal(): Promise<void> {
    const { heads, broken } = await this.sealAudit.execute();
    // A witness outside the database: a chain that was made anew ends otherwise than the log says.
    for (const { chain, position, lastEventId, hash } of heads) {
      const end = { position, last_event_id: lastEventId, hash: Buffer.from(hash).toString('hex') };
      this.logger.info({ organization_id: chain, ...end }, 'audit trail sealed');
    }
    for (const chain of broken) this.logger.error({ organization_id: chain }, 'audit chain is broken at its end');
  }
}
