import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FixedClock } from '../../../../test/support/fixed-clock.js';
import { OURS, THEIRS, policy, policyOf, request, setOf } from '../../../../test/support/random-policies.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import { CedarEngine } from './cedar-engine.js';
import { checkText } from './check-text.js';

const quiet = { error: () => undefined } as unknown as Logger;
const engine = new CedarEngine(quiet, new Metrics(), new FixedClock());

function decide(texts: readonly string[], asked: PolicyRequest) {
  return engine.install(setOf(texts)).decide(asked);
}

function allows(texts: readonly string[], asked: PolicyRequest): boolean {
  return decide(texts, asked).isAllowed;
}

describe('the Cedar engine', () => {
  it('decides what the roles decide where there is no policy', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { isAllowed, reason, errors } = decide([], asked);
        expect([isAllowed, reason, errors]).toEqual([asked.allowedByRoles, 'roles', []]);
      }),
    );
  });

  it('never allows more when a forbid is added', () => {
    fc.assert(
      fc.property(fc.array(policy, { maxLength: 5 }), policyOf('forbid'), request, (texts, more, asked) => {
        expect(allows([...texts, more], asked) && !allows(texts, asked)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('decides the same whatever the order of the policies', () => {
    const shuffled = fc
      .array(policy, { minLength: 2, maxLength: 5 })
      .chain((texts) => fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length })));
    fc.assert(
      fc.property(shuffled, request, ([texts, others], asked) => {
        const [one, other] = [decide(texts, asked), decide(others, asked)];
        expect([one.isAllowed, one.reason]).toEqual([other.isAllowed, other.reason]);
      }),
      { numRuns: 300 },
    );
  });

  it('is not reached by a policy of another organization, wherever it is stored', () => {
    fc.assert(
      fc.property(fc.array(policy, { minLength: 1, maxLength: 3 }), request, (texts, asked) => {
        const { isAllowed, reason } = engine.install(setOf(texts, OURS, THEIRS)).decide(asked);
        expect([isAllowed, reason]).toEqual([asked.allowedByRoles, 'roles']);
      }),
    );
  });

  it('binds a policy in its tree, whatever its text says', () => {
    for (const text of [
      'forbid (principal, action, resource);',
      `forbid (principal, action, resource in Organization::"${THEIRS}");`,
      'forbid (principal, action, resource) when { true || resource in Organization::"2" };',
    ]) {
      const checked = checkText({ organizationId: OURS, text });
      if (!checked.isValid) throw new Error(text);
      const [asked] = fc.sample(request, 1);
      if (asked === undefined) throw new Error('There is no sample.');
      const set = { ...setOf([], THEIRS), active: [{ id: 1, name: '', version: 1, tree: checked.content.tree }] };
      const theirs = { ...asked, organizationId: THEIRS, allowedByRoles: true };
      expect(engine.install(set).decide(theirs).isAllowed).toBe(true);
    }
  });

  it.each([
    ['overflows', 'forbid (principal, action, resource) when { context.proofAgeSeconds * 9007199254740991 > 9007199254740991 };'],
    ['reads a tag that is not there', 'forbid (principal, action, resource) when { principal.getTag("nothing").contains("x") };'],
    ['reads an attribute that is not there', 'forbid (principal, action, resource) when { context.country == "FR" };'],
  ])('refuses by a forbid that %s, whatever stands beside it, and names it', (_, text) => {
    fc.assert(
      fc.property(request, fc.array(policy, { maxLength: 3 }), (some, beside) => {
        const context = {
          ...some.context,
          proofAgeSeconds: 2_000_000,
          country: undefined,
        } as unknown as PolicyRequest['context'];
        const asked = { ...some, allowedByRoles: true, context };
        const { isAllowed, reason, policies, errors } = decide([text, ...beside], asked);
        expect([isAllowed, reason, policies.length > 0]).toEqual([false, 'pdp_error', errors.length > 0]);
        expect(policies).toContainEqual({ id: 1, name: 'Policy 1', version: 1 });
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['a required attribute of the person', (asked: PolicyRequest) => Reflect.deleteProperty(asked.principal.attributes, 'roles')],
    ['a required attribute of the request', (asked: PolicyRequest) => Reflect.deleteProperty(asked.context, 'network')],
    ['the labels', (asked: PolicyRequest) => Reflect.deleteProperty(asked.resource, 'labels')],
    ['an address that is one', (asked: PolicyRequest) => Reflect.set(asked.context, 'network', 'nowhere')],
    ['a known action', (asked: PolicyRequest) => Reflect.set(asked, 'action', 'workspace.fly')],
    ['a resource on which the action acts', (asked: PolicyRequest) => Reflect.set(asked, 'action', 'role.read')],
    ['a whole number', (asked: PolicyRequest) => Reflect.set(asked.context, 'proofAgeSeconds', 0.5)],
  ])('refuses a request without %s', (_, spoil) => {
    fc.assert(
      fc.property(request, (some) => {
        const asked = structuredClone({ ...some, allowedByRoles: true });
        spoil(asked);
        const { isAllowed, reason, errors } = decide([], asked);
        expect([isAllowed, reason, errors.length]).toEqual([false, 'pdp_error', 1]);
      }),
      { numRuns: 10 },
    );
  });

  it('tells the log of a policy that fails at every request once a minute, with a count, and of each such policy', () => {
    const [asked] = fc.sample(request, 1);
    if (asked === undefined) throw new Error('There is no sample.');
    const logged: object[] = [];
    const logger = { error: (fields: object) => void logged.push(fields) } as unknown as Logger;
    const clock = new FixedClock();
    const telling = new CedarEngine(logger, new Metrics(), clock);
    const broken = 'forbid (principal, action, resource) when { principal.getTag("nothing").contains("x") };';
    const fails = (times: number, set = setOf([broken])): void => {
      const installed = telling.install(set);
      for (let time = 0; time < times; time += 1) installed.decide({ ...asked, allowedByRoles: true });
    };
    fails(300);
    expect(logged).toEqual([expect.objectContaining({ kind: 'pdp_error', times: 1 })]);
    fails(1, { ...setOf([broken]), active: setOf([broken]).active.map((policy) => ({ ...policy, id: 2 })) });
    expect(logged).toHaveLength(2);
    clock.advance({ seconds: 59 });
    fails(1);
    expect(logged).toHaveLength(2);
    clock.advance({ seconds: 1 });
    fails(5);
    expect(logged.slice(2)).toEqual([expect.objectContaining({ kind: 'pdp_error', times: 301 })]);
    const unreadable = { ...setOf([]), active: [{ id: 1, name: '', version: 1, tree: { effect: 'forbid' } }] };
    for (let time = 0; time < 10; time += 1) expect(() => telling.install(unreadable)).toThrow('cannot be loaded');
    expect(logged.slice(3)).toEqual([expect.objectContaining({ organizationId: OURS, times: 1 })]);
  });

  it('allows nothing by a set that was removed', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const set = engine.install(setOf([]));
        engine.remove(OURS);
        expect(set.decide({ ...asked, allowedByRoles: true }).isAllowed).toBe(false);
      }),
      { numRuns: 10 },
    );
  });

  it('takes no set that Cedar cannot read, and keeps none of it', () => {
    const broken = { ...setOf([]), active: [{ id: 1, name: '', version: 1, tree: { effect: 'forbid' } }] };
    expect(() => engine.install(broken)).toThrow('cannot be loaded');
  });

  it('says of versions in shadow what they would change, and nothing else', () => {
    const asked = fc.sample(request, 1)[0];
    if (asked === undefined) throw new Error('There is no sample.');
    const shadowOf = (text: string, allowedByRoles: boolean) => {
      const set = engine.install({ ...setOf([]), shadow: setOf([text]).active });
      const question = { ...asked, action: 'workspace.read', allowedByRoles } as const;
      return set.shadow(question, set.decide(question));
    };
    const policies = [{ id: 1, name: 'Policy 1', version: 1 }];
    const forbid = 'forbid (principal, action, resource);';
    const permit = 'permit (principal, action, resource is Workspace);';
    expect(shadowOf(forbid, true)).toEqual({ isAllowed: false, reason: 'policy', policies, errors: [] });
    expect(shadowOf(forbid, false)).toBeNull();
    expect(shadowOf(permit, false)).toEqual({ isAllowed: true, reason: 'policy', policies, errors: [] });
    expect(shadowOf(permit, true)).toBeNull();
    const broken = 'forbid (principal, action, resource) when { principal.getTag("nothing").contains("x") };';
    expect(shadowOf(broken, true)).toMatchObject({ isAllowed: false, reason: 'pdp_error', policies });
  });

  describe('of an act that includes others', () => {
    const writing = { ...fc.sample(request, 1)[0], action: 'workspace.write', allowedByRoles: true } as PolicyRequest;
    const reading = 'forbid (principal, action == Action::"workspace.read", resource);';
    const policies = [{ id: 1, name: 'Policy 1', version: 1 }];

    it('refuses what includes a forbidden one, by the policy that forbids it', () => {
      const refused = { isAllowed: false, reason: 'policy', policies, errors: [] };
      expect(decide([reading], writing)).toEqual(refused);
      const deleting = 'forbid (principal, action == Action::"workspace.delete", resource);';
      expect(decide([deleting], writing).isAllowed).toBe(true);
      const set = engine.install({ ...setOf([]), shadow: setOf([reading]).active });
      expect(set.shadow(writing, set.decide(writing))).toEqual(refused);
    });

    it('refuses what the roles refuse, whatever they say of the included one', () => {
      expect(decide([], { ...writing, allowedByRoles: false })).toMatchObject({ isAllowed: false, reason: 'roles' });
    });

    it('lets a permit open the act without the roles for the included one', () => {
      const permit = 'permit (principal, action == Action::"workspace.write", resource is Workspace);';
      const asked = { ...writing, allowedByRoles: false };
      expect(decide([permit], asked)).toMatchObject({ isAllowed: true, reason: 'policy' });
      expect(decide([permit, reading], asked).isAllowed).toBe(false);
    });
  });

  it('knows the acts of a set', () => {
    const [some] = fc.sample(request, 1);
    const source = { type: 'DataSource' as const, id: 1, labels: [] };
    const asked = { ...some, resource: source, allowedByRoles: true } as PolicyRequest;
    const text = 'forbid (principal, action in Action::"reading rows", resource);';
    const isOpen = (action: PolicyRequest['action']) => allows([text], { ...asked, action });
    expect([isOpen('query.run'), isOpen('query.verify'), isOpen('data_source.read')]).toEqual([false, false, true]);
  });

  it('holds no more memory after ten thousand versions than after one thousand', () => {
    const held = (): number => process.memoryUsage().external + process.memoryUsage().arrayBuffers;
    const publish = (count: number): void => {
      for (let version = 1; version <= count; version += 1)
        engine.install(setOf([`forbid (principal, action, resource) when { principal.accountAgeDays == ${version} };`]));
    };
    publish(1_000);
    const before = held();
    publish(10_000);
    expect(held() - before).toBeLessThan(2_000_000);
  });
});
