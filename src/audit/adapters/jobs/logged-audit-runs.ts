import { Injectable } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ArchiveAudit } from '../../application/archive-audit.js';
import { SealAudit } from '../../application/seal-audit.js';

/** What the jobs of the audit trail run: the use case, and a line in the log about what came of it. */
@Injectable()
export class LoggedAuditRuns {
  private readonly countBroken;

  constructor(
    private readonly sealAudit: SealAudit,
    private readonly archiveAudit: ArchiveAudit,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.countBroken = metrics.counter(
      'headgate_audit_chains_broken_total',
      'Times that sealing or archiving found a broken chain of the audit trail',
    );
  }

  async seal(): Promise<void> {
    const { heads, broken } = await this.sealAudit.execute();
    // A witness outside the database: a rebuilt chain ends differently from what the log says.
    for (const { chain, position, lastEventId, hash } of heads) {
      const end = { position, last_event_id: lastEventId, hash: Buffer.from(hash).toString('hex') };
      this.logger.info({ organization_id: chain, ...end }, 'audit trail sealed');
    }
    this.countBroken(broken.length);
    for (const chain of broken) this.logger.error({ organization_id: chain }, 'audit chain is broken at its end');
  }

  async archive(): Promise<void> {
    const { files, broken } = await this.archiveAudit.execute();
    if (files.length > 0) this.logger.info({ files: files.length }, 'audit trail archived');
    this.countBroken(broken.length);
    for (const chain of broken) this.logger.error({ organization_id: chain }, 'audit chain does not hold: not archived');
  }
}
