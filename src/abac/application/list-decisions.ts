import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { RecordedDecision } from '../domain/recorded-decision.js';
import { type DecisionFilter, Decisions } from './ports/decisions.js';

@Injectable()
export class ListDecisions {
  constructor(
    private readonly access: AccessControl,
    private readonly decisions: Decisions,
  ) {}

  /** The latest first. @throws Forbidden */
  async execute(caller: Caller, organizationId: number, filter: DecisionFilter, request: PageRequest): Promise<Page<RecordedDecision>> {
    await this.access.require(caller, 'abac.read', { organizationId });
    return this.decisions.list(organizationId, filter, request);
  }
}
