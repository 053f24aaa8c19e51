import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EnterDataPolicy } from './enter-data-policy.js';
import { TellDataPolicies, type ToldDataPolicy } from './tell-data-policies.js';

@Injectable()
export class ReadDataPolicy {
  constructor(
    private readonly enterDataPolicy: EnterDataPolicy,
    private readonly tellDataPolicies: TellDataPolicies,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, id: number): Promise<ToldDataPolicy> {
    return this.tellDataPolicies.one(await this.enterDataPolicy.execute(caller, 'abac.read', id));
  }
}
