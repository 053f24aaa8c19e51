import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { EnterDomain } from './enter-domain.js';

@Injectable()
export class ReadDomain {
  constructor(private readonly enterDomain: EnterDomain) {}

  /** @throws NotFound, Forbidden */
  execute(caller: Caller, domainId: number): Promise<ClaimedDomain> {
    return this.enterDomain.execute(caller, 'sso.read', domainId);
  }
}
