import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { WaveView } from '../domain/wave.js';
import { Waves } from './ports/waves.js';

@Injectable()
export class ListWaves {
  constructor(
    private readonly access: AccessControl,
    private readonly waves: Waves,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<WaveView>> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.staleReads.run(() => this.waves.pageOf(organizationId, request));
  }
}
