import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { Clock } from '../../shared/ports/clock.js';
import { type AccessKey, type KEY_STATUSES, endOf, scopesLeft, statusOf } from '../domain/access-key.js';
import { AccessKeys, type JudgedKey, type KeyKind } from './ports/access-keys.js';
import { SignedOnSince } from './signed-on-since.js';

export interface ListedKey extends AccessKey {
  readonly status: (typeof KEY_STATUSES)[number];
}

/** The caller's own keys or connected clients, in all of their organizations. */
@Injectable()
export class ListAccessKeys {
  constructor(
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly clock: Clock,
  ) {}

  async execute(kind: KeyKind, caller: Caller, request: PageRequest): Promise<Page<ListedKey>> {
    const now = this.clock.now();
    const { items, total } = await this.keys.pageOf(kind, caller.userId, { signedOnSince: this.signedOnSince.moment(), now }, request);
    return { items: items.map((one) => listed(one, now)), total };
  }
}

export function listed({ key, terms }: JudgedKey, now: Date): ListedKey {
  return { ...key, scopes: scopesLeft(key, terms), status: statusOf(endOf(key, terms, now)) };
}
