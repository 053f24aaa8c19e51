import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../../test/support/fixed-clock.js';
import type { Caller } from '../../../shared/caller.js';
import type { AccessPolicies } from '../../application/ports/access-policies.js';
import type { Organizations } from '../../application/ports/organizations.js';
import { PolicyCheck } from './policy-check.js';

describe('the check of policies for a request that lasts', () => {
  it('learns within seconds that an organization has policies by now, and that it has none any more', async () => {
    const clock = new FixedClock();
    let published: number | null = null;
    let reads = 0;
    const policies = { refused: () => Promise.resolve([7]) } as unknown as AccessPolicies;
    const organizations = {
      policyEpochsOf: () => {
        reads += 1;
        return Promise.resolve(new Map(published === null ? [] : [[1, published]]));
      },
    } as unknown as Organizations;
    const check = new PolicyCheck(policies, organizations, clock);
    const reach = { kind: 'data_source', whole: [1], own: [], workspacesOf: [], workspaceIds: [], refused: [] } as const;
    const caller = { userId: 1, isSystemAdmin: false } as Caller;
    const refused = () => check.refused(caller, 'data_source.read', reach, [1]);

    expect([await refused(), reads]).toEqual([[], 1]);
    published = 1;
    clock.advance({ seconds: 1 });
    expect([await refused(), reads]).toEqual([[], 1]);
    clock.advance({ seconds: 1 });
    expect([await refused(), reads]).toEqual([[7], 2]);
    published = null;
    clock.advance({ seconds: 2 });
    expect([await refused(), reads]).toEqual([[], 3]);
  });
});
