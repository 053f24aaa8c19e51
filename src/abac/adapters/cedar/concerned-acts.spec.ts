import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FixedClock } from '../../../../test/support/fixed-clock.js';
import { OURS, request, setOf } from '../../../../test/support/random-policies.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import { CedarEngine } from './cedar-engine.js';
import { evaluateAll } from './evaluate-all.js';

const engine = new CedarEngine({ error: () => undefined } as unknown as Logger, new Metrics(), new FixedClock());

describe('the acts that policies are about', () => {
  const heads = fc.tuple(
    fc.constantFrom('permit', 'forbid'),
    fc.constantFrom(
      ...['action', 'action == Action::"workspace.read"', 'action == Action::"query.run"', 'action in [Action::"workspace.write"]'],
      ...['action in Action::"everything on a source"', 'action in Action::"all administration"'],
      'action in [Action::"query.run", Action::"all administration"]',
    ),
    fc.constantFrom(
      ...['resource', 'resource is Workspace', 'resource is DataSource', 'resource is Organization', 'resource == Workspace::"1"'],
      ...['resource == DataSource::"1"', 'resource in Organization::"1"', 'resource in Workspace::"2"'],
      'resource is Workspace in Organization::"1"',
    ),
    fc.constantFrom('', 'when { resource has labels && resource.labels.contains("eu") }', 'when { principal.accountAgeDays > 20 }'),
  );
  const headed = heads.map(([effect, action, resource, when]) => `${effect} (principal, ${action}, ${resource}) ${when};`);
  const acts: fc.Arbitrary<PolicyRequest> = fc
    .tuple(request, fc.constantFrom('workspace.read', 'workspace.write', 'workspace.delete', 'query.run', 'data_source.write'))
    .map(([asked, action]) => {
      const type = action.startsWith('workspace.') ? 'Workspace' : 'DataSource';
      return { ...asked, action, resource: { id: 1, labels: [], ...asked.resource, type } };
    });

  it('are all that the roles do not decide alone', () => {
    fc.assert(
      fc.property(fc.array(headed, { maxLength: 4 }), acts, (texts, asked) => {
        const set = setOf(texts);
        const [all] = evaluateAll(
          set.active.map(({ tree }) => tree),
          [asked],
        );
        if (!engine.install(set).concerns(asked.action, asked.resource.type))
          expect(all).toEqual({ isAllowed: asked.allowedByRoles, reason: 'roles', policies: [], errors: [] });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['forbid (principal, action == Action::"query.run", resource);', 'workspace.read', 'Workspace', false],
    ['forbid (principal, action, resource is Workspace);', 'abac.read', 'Organization', false],
    ['forbid (principal, action, resource == DataSource::"7");', 'workspace.read', 'Workspace', false],
    ['forbid (principal, action in Action::"reading rows", resource);', 'data_source.write', 'DataSource', false],
    // What an act includes is asked as well: who changes a data source also sees it.
    ['forbid (principal, action == Action::"data_source.read", resource);', 'data_source.write', 'DataSource', true],
    ['forbid (principal, action in Action::"all administration", resource);', 'workspace.delete', 'Workspace', true],
    ['forbid (principal, action, resource in Organization::"1");', 'abac.read', 'Organization', true],
    ['forbid (principal, action, resource);', 'abac.read', 'Organization', true],
  ] as const)('%s of %s on a %s: %s', (text, action, on, isConcerned) => {
    expect(engine.install(setOf([text])).concerns(action, on)).toBe(isConcerned);
    const shadow = { ...setOf([]), shadow: setOf([text]).active };
    expect(engine.install(shadow).concerns(action, on)).toBe(isConcerned);
  });

  it('are all acts once the set was removed or replaced, so that none passes by it', () => {
    const sets = [engine.install(setOf([])), engine.install(setOf([]))];
    engine.remove(OURS);
    expect(sets.map((set) => set.concerns('workspace.read', 'Workspace'))).toEqual([true, true]);
  });
});
