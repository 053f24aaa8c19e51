import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { Clock } from '../../shared/ports/clock.js';
import { type AccessKey, type KEY_STATUSES, endOf, statusOf } from '../domain/access-key.js';
import { AccessKeys, type JudgedKey } from './ports/access-keys.js';
import { SignedOnSince } from './signed-on-since.js';

export interface ListedKey extends AccessKey {
  readonly status: (typeof KEY_STATUSES)[number];
}

/** The caller's own keys, in all of their organizations. */
@Injectable()
export class ListAccessKeys {
  constructor(
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, request: PageRequest): Promise<Page<ListedKey>> {
    const { items, total } = await this.keys.pageOf(caller.userId, this.signedOnSince.moment(), request);
    const now = this.clock.now();
    return { items: items.map((one) => listed(one, now)), total };
  }
}

export function listed({ key, terms }: JudgedKey, now: Date): ListedKey {
  return { ...key, status: statusOf(endOf(key, terms, now)) };
}
