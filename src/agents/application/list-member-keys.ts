import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { type ListedKey, listed } from './list-access-keys.js';
import { AccessKeys, type KeyKind } from './ports/access-keys.js';
import { SignedOnSince } from './signed-on-since.js';

export interface ListedMemberKey extends ListedKey {
  readonly username: string;
  readonly displayName: string | null;
}

@Injectable()
export class ListMemberKeys {
  constructor(
    private readonly access: AccessControl,
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden */
  async execute(kind: KeyKind, caller: Caller, organizationId: number, request: PageRequest): Promise<Page<ListedMemberKey>> {
    await this.access.require(caller, 'member.security.read', { organizationId });
    const now = this.clock.now();
    const times = { signedOnSince: this.signedOnSince.moment(), now };
    const { items, total } = await this.keys.pageOfOrganization(kind, organizationId, times, request);
    return { items: items.map((one) => ({ ...listed(one, now), username: one.username, displayName: one.displayName })), total };
  }
}
