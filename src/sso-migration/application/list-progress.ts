import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type DayOfProgress, Progress } from './ports/progress.js';

@Injectable()
export class ListProgress {
  constructor(
    private readonly access: AccessControl,
    private readonly progress: Progress,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<DayOfProgress>> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.progress.pageOf(organizationId, request);
  }
}
