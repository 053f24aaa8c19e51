import { Injectable } from '@nestjs/common';
import { JudgeProvisioning } from '../../organizations/application/judge-provisioning.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { type ScimToken, type TokenCeiling, type TokenStatus, backingOf, statusOf } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

export type ListedScimToken = ScimToken & { readonly status: TokenStatus; readonly ceiling: TokenCeiling };

@Injectable()
export class ListScimTokens {
  constructor(
    private readonly access: AccessControl,
    private readonly tokens: ScimTokens,
    private readonly judgeProvisioning: JudgeProvisioning,
    private readonly clock: Clock,
  ) {}

  /** Newest first, also those that are not valid any more. @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<ListedScimToken>> {
    await this.access.require(caller, 'scim.manage', { organizationId });
    const { items, total } = await this.tokens.list(organizationId, request);
    return { items: await this.describeAll(organizationId, items), total };
  }

  /** One token as the list shows it. Checks no permission. */
  async describe(token: ScimToken): Promise<ListedScimToken> {
    const [described] = await this.describeAll(token.organizationId, [token]);
    if (described === undefined) throw new Error(`The strength of token ${token.id} is missing.`);
    return described;
  }

  private async describeAll(organizationId: number, tokens: readonly ScimToken[]): Promise<ListedScimToken[]> {
    const ceilings = await this.judgeProvisioning.look(organizationId, tokens.map(backingOf));
    const now = this.clock.now();
    return tokens.flatMap((token, index) => {
      const ceiling = ceilings[index];
      return ceiling === undefined ? [] : [{ ...token, status: statusOf(token, now), ceiling }];
    });
  }
}
