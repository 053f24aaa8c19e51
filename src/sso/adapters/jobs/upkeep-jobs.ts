import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { AnnounceExpiringCertificates } from '../../application/announce-expiring-certificates.js';
import { PurgeTests } from '../../application/purge-tests.js';
import { RecheckAllDomains } from '../../application/recheck-all-domains.js';
import { RefreshMetadata } from '../../application/refresh-metadata.js';

@Injectable()
export class UpkeepJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly recheckAllDomains: RecheckAllDomains,
    private readonly refreshMetadata: RefreshMetadata,
    private readonly announceExpiring: AnnounceExpiringCertificates,
    private readonly purgeTests: PurgeTests,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('sso.recheck_domains', '11 3 * * *', () => this.recheckAllDomains.execute());
    this.registry.schedule('sso.refresh_metadata', '31 3 * * *', () => this.refreshMetadata.execute());
    this.registry.schedule('sso.expiring_certificates', '51 3 * * *', () => this.announceExpiring.execute());
    this.registry.schedule('sso.purge_tests', '57 3 * * *', () => this.purgeTests.execute());
  }
}
