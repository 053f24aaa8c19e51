import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision, PolicyRequest } from '../domain/policy-request.js';
import type { CurrentSets } from './current-sets.js';
import { Decide } from './decide.js';
import type { RecordDecision } from './record-decision.js';

const request = (id: number, labels: readonly string[], userId = 4): PolicyRequest => ({
  organizationId: 1,
  epoch: 1,
  allowedByRoles: true,
  isBreakGlass: false,
  principal: {
    userId,
    attributes: { roles: [], groups: [], email: 'vera@delta.example', emailVerified: true, accountAgeDays: 9 },
    own: {},
  },
  action: 'workspace.read',
  resource: { type: 'Workspace', id, labels },
  context: {
    amr: ['pwd'],
    acr: 'aal1',
    proofAgeSeconds: 60,
    deviceTrusted: false,
    accessKey: false,
    network: '192.0.2.10',
    now: new Date('2026-11-20T09:00:00Z'),
  },
});

describe('Decisions of a list', () => {
  const asked: PolicyRequest[] = [];
  const deciding = (set: { namesResources: boolean; reason: PolicyDecision['reason'] }): Decide => {
    const { namesResources, reason } = set;
    asked.splice(0);
    const decide = (one: PolicyRequest): PolicyDecision => {
      asked.push(one);
      const isAllowed = 'labels' in one.resource && !one.resource.labels.includes('closed');
      return { isAllowed, reason, policies: [], errors: [] };
    };
    const installed = { epoch: 1, bytes: 0, namesResources, permits: false, concerns: () => true, decide, shadow: () => null };
    return new Decide({ of: async () => installed } as unknown as CurrentSets, {} as RecordDecision);
  };
  const list = [request(7, []), request(8, ['closed']), request(9, []), request(7, [], 5), request(8, ['closed'])];
  const allowed = [true, false, true, true, false];

  it('ask the policies once about what these cannot tell apart', async () => {
    const decided = await deciding({ namesResources: false, reason: 'policy' }).decideAll(list);
    expect(decided.map(({ isAllowed }) => isAllowed)).toEqual(allowed);
    expect(asked).toEqual([list[0], list[1], list[3]]);
  });

  it('ask about each thing where a policy names things', async () => {
    const decided = await deciding({ namesResources: true, reason: 'policy' }).decideAll(list);
    expect(decided.map(({ isAllowed }) => isAllowed)).toEqual(allowed);
    expect(asked).toEqual(list.slice(0, 4));
  });

  it('ask again after an error, which may name the thing', async () => {
    await deciding({ namesResources: false, reason: 'pdp_error' }).decideAll(list);
    expect(asked).toEqual(list);
  });
});
