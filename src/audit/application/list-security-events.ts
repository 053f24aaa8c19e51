import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { type Page, type PageRequest, offsetOf } from '../../shared/page.js';
import type { RecordedEvent } from '../domain/audit-filter.js';
import { AuditEvents } from './ports/audit-events.js';
import { say } from '../../shared/sentence.js';

/** Far more than a person looks through; older ones are in the trail that administrators read. */
const SHOWN = 1_000;

/** What happened to the caller's own account: logins, refused guesses, changes of factors, devices and password. */
@Injectable()
export class ListSecurityEvents {
  constructor(private readonly events: AuditEvents) {}

  /** Newest first. @throws ValidationFailed for a page beyond the newest thousand */
  async execute(caller: Caller, request: PageRequest): Promise<Page<RecordedEvent>> {
    if (offsetOf(request) >= SHOWN)
      throw new ValidationFailed([
        { field: 'page', message: say('Pages reach {most} events deep. Ask an administrator for older events.', { most: SHOWN }) },
      ]);
    const newest = await this.events.ofAccount(caller.userId, SHOWN);
    return { items: newest.slice(offsetOf(request), offsetOf(request) + request.limit), total: newest.length };
  }
}
