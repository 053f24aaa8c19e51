import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { MemberReport } from '../domain/member.js';
import { ClassificationTurns } from './ports/classification-turns.js';
import { Classification, type MemberFilter } from './ports/classification.js';

@Injectable()
export class ListClassifiedMembers {
  constructor(
    private readonly access: AccessControl,
    private readonly classification: Classification,
    private readonly turns: ClassificationTurns,
    private readonly clock: Clock,
    private readonly staleReads: StaleReads,
  ) {}

  /** Lists them as they are now, which may differ from the newest plan. @throws Forbidden */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    filter: MemberFilter;
    request: PageRequest;
  }): Promise<Page<MemberReport>> {
    const { caller, organizationId, filter, request } = input;
    await this.access.require(caller, 'sso.read', { organizationId });
    const range = { limit: request.limit, offset: offsetOf(request) };
    return this.turns.take(organizationId, () =>
      this.staleReads.run(() => this.classification.pageOf(organizationId, { now: this.clock.now(), filter, ...range })),
    );
  }
}
