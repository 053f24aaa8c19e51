import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { Identities, type IdentityRow } from './ports/identities.js';

@Injectable()
export class ListOwnIdentities {
  constructor(private readonly identities: Identities) {}

  /** The caller's own identities, of every organization; one for each connection at most. */
  execute(caller: Caller, page: PageRequest): Promise<Page<IdentityRow>> {
    return this.identities.pageOfUser(caller.userId, page);
  }

  /** The organization of a member whom an active connection knows by a link; `null` if there is none. */
  organizationLettingIn(userId: number): Promise<number | null> {
    return this.identities.organizationLettingIn(userId);
  }
}
