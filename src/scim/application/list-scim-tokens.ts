import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { type ScimToken, type TokenStatus, statusOf } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

export type ListedScimToken = ScimToken & { readonly status: TokenStatus };

@Injectable()
export class ListScimTokens {
  constructor(
    private readonly access: AccessControl,
    private readonly tokens: ScimTokens,
    private readonly clock: Clock,
  ) {}

  /** Newest first, also those that are not valid any more. @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<ListedScimToken>> {
    await this.access.require(caller, 'scim.manage', { organizationId });
    const { items, total } = await this.tokens.list(organizationId, request);
    const now = this.clock.now();
    return { items: items.map((token) => ({ ...token, status: statusOf(token, now) })), total };
  }
}
