import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Identities, type IdentityRow } from './ports/identities.js';

@Injectable()
export class ListOwnIdentities {
  constructor(private readonly identities: Identities) {}

  /** The caller's own, of every organization; there is one for each connection at most. */
  execute(caller: Caller): Promise<readonly IdentityRow[]> {
    return this.identities.ofUser(caller.userId);
  }
}
