import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FixedClock } from '../../../../test/support/fixed-clock.js';
import { OURS } from '../../../../test/support/random-policies.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ACTION_SETS, type ActionSet } from '../../domain/cedar-schema.js';
import { type FormCondition, type FormConditions, type PolicyForm, policyText } from '../../domain/policy-form.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import { CedarEngine } from './cedar-engine.js';
import { checkText } from './check-text.js';

const engine = new CedarEngine({ error: () => undefined } as unknown as Logger, new Metrics(), new FixedClock());

const name = fc.constantFrom('viewer', 'Team "A"', 'back\\slash', 'owner');
const values = (one: fc.Arbitrary<string>) => fc.uniqueArray(one, { minLength: 1, maxLength: 2 });
const ids = values(fc.constantFrom('1', '2', '3'));
const none = fc.constant<string[]>([]);
const VALUES: Readonly<Record<FormCondition['kind'], fc.Arbitrary<string[]>>> = {
  people: ids,
  roles: values(name),
  groups: values(name),
  attribute: values(fc.constantFrom('EU', 'US', 'team')),
  department: values(name),
  title: values(name),
  division: values(name),
  costCenter: values(name),
  employer: values(name),
  userType: values(name),
  access_key: none,
  networks: values(fc.constantFrom('10.0.0.0/8', '192.0.2.0/24', '2001:db8::/32')),
  countries: values(fc.constantFrom('DE', 'FR')),
  second_factor: none,
  phishing_resistant: none,
  single_sign_on: none,
  trusted_device: none,
  recent_proof: fc.constantFrom(['5'], ['90'], ['60']),
  hours: fc.constantFrom(['07:00', '19:00'], ['22:30', '06:15'], ['00:00', '12:00'], ['00:30', '01:00']),
  labels: values(name),
  unlabelled: none,
  workspaces: ids,
  data_sources: ids,
};
const conditionOf = (kind: FormCondition['kind']): fc.Arbitrary<FormCondition> =>
  VALUES[kind].map((given) => ({ kind, name: kind === 'attribute' ? 'team' : null, values: given }));

/** Labels are those of a kind of things. */
const conditions = (on: PolicyForm['on']): fc.Arbitrary<FormConditions> => {
  const kinds = (Object.keys(VALUES) as FormCondition['kind'][]).filter((kind) => on !== 'everything' || !/label/.test(kind));
  return fc
    .uniqueArray(fc.constantFrom(...kinds), { maxLength: 4 })
    .chain((chosen) => fc.tuple(fc.constantFrom('all', 'any'), fc.tuple(...chosen.map(conditionOf))))
    .map(([join, made]): FormConditions => ({ join: made.length < 2 ? 'all' : join, conditions: made }));
};
const form: fc.Arbitrary<PolicyForm> = fc.constantFrom('everything' as const, 'workspaces' as const, 'data_sources' as const).chain((on) =>
  fc.record({
    effect: fc.constantFrom('permit' as const, 'forbid' as const),
    actions: fc.constantFrom<PolicyForm['actions']>([], ['query.run'], ['reading rows'], ['workspace.read', 'everything on a source']),
    on: fc.constant(on),
    when: conditions(on),
    unless: conditions(on),
  }),
);

const labels = fc.uniqueArray(name, { maxLength: 2 });
const attributes = { department: name, title: name, division: name, costCenter: name, employer: name, userType: name };
const request: fc.Arbitrary<PolicyRequest> = fc.record({
  organizationId: fc.constant(OURS),
  epoch: fc.constant(1),
  allowedByRoles: fc.constant(true),
  isBreakGlass: fc.constant(false),
  action: fc.constantFrom('workspace.read', 'data_source.read', 'query.run'),
  principal: fc.record({
    userId: fc.integer({ min: 1, max: 4 }),
    attributes: fc
      .record({
        roles: labels,
        groups: labels,
        email: fc.constant('vera@delta.example'),
        emailVerified: fc.boolean(),
        accountAgeDays: fc.constant(3),
        ...attributes,
      })
      .chain((all) => fc.subarray(Object.keys(attributes)).map((left) => omit(all, left))),
    own: fc.oneof(fc.constant({}), fc.record({ team: fc.subarray(['EU', 'US', 'team']) })),
  }),
  resource: fc.oneof(
    fc.record({ type: fc.constant('Organization' as const) }),
    fc.record({ type: fc.constant('Workspace' as const), id: fc.integer({ min: 1, max: 3 }), labels }),
    fc.record({
      type: fc.constant('DataSource' as const),
      id: fc.integer({ min: 1, max: 3 }),
      labels,
      workspaceId: fc.constantFrom(null, 1, 2, 3),
    }),
  ),
  context: fc
    .record({
      amr: fc.subarray(['pwd', 'hwk', 'sso']),
      acr: fc.constantFrom('aal1', 'aal2'),
      proofAgeSeconds: fc.constantFrom(0, 89, 90, 299, 300, 3_600),
      deviceTrusted: fc.boolean(),
      accessKey: fc.boolean(),
      network: fc.constantFrom('10.1.2.3', '192.0.2.10', '2001:db8::1', '198.51.100.1'),
      now: fc
        .constantFrom('00:00', '00:59', '06:14', '07:00', '12:00', '18:59', '19:00', '22:30')
        .map((at) => new Date(`2026-11-20T${at}:00Z`)),
      country: fc.constantFrom('DE', 'US'),
    })
    .chain((context) => fc.constantFrom(context, omit(context, ['country']))),
});

function omit<Value extends object>(value: Value, names: readonly string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key))) as Value;
}

/** What the form says, without Cedar. */
function isMet({ on, actions, when, unless }: PolicyForm, asked: PolicyRequest): boolean {
  const types = { everything: null, workspaces: 'Workspace', data_sources: 'DataSource' };
  if (types[on] !== null && types[on] !== asked.resource.type) return false;
  const named = actions.flatMap((one): readonly string[] => (one in ACTION_SETS ? ACTION_SETS[one as ActionSet].actions : [one]));
  if (actions.length > 0 && !named.includes(asked.action)) return false;
  return (when.conditions.length === 0 || holds(when, asked)) && (unless.conditions.length === 0 || !holds(unless, asked));
}

function holds({ join, conditions: all }: FormConditions, asked: PolicyRequest): boolean {
  return join === 'all' ? all.every((one) => isTrue(one, asked)) : all.some((one) => isTrue(one, asked));
}

function isTrue({ kind, values: given }: FormCondition, { principal, resource, context }: PolicyRequest): boolean {
  const among = (held: readonly string[] = []): boolean => held.some((one) => given.includes(one));
  const { userId, attributes: known, own } = principal;
  const thing = resource.type === 'Organization' ? null : resource;
  switch (kind) {
    case 'people':
      return given.includes(String(userId));
    case 'roles':
    case 'groups':
      return among(known[kind]);
    case 'attribute':
      return among((own as { team?: string[] }).team);
    case 'access_key':
      return context.accessKey;
    case 'networks':
      return given.some((range) =>
        context.network.startsWith(range.slice(0, range.indexOf('.') < 0 ? 8 : range.startsWith('10.') ? 3 : 8)),
      );
    case 'countries':
      return among(context.country === undefined ? [] : [context.country]);
    case 'second_factor':
      return context.acr === 'aal2';
    case 'phishing_resistant':
      return context.amr.includes('hwk');
    case 'single_sign_on':
      return context.amr.includes('sso');
    case 'trusted_device':
      return context.deviceTrusted;
    case 'recent_proof':
      return context.proofAgeSeconds < Number(given[0]) * 60;
    case 'hours': {
      const [now, [from = '', until = '']] = [context.now.toISOString().slice(11, 16), given];
      return from < until ? now >= from && now < until : now >= from || now < until;
    }
    case 'labels':
      return among(thing?.labels);
    case 'unlabelled':
      return thing?.labels.length === 0;
    case 'workspaces':
      return thing !== null && given.includes(String(thing.type === 'Workspace' ? thing.id : thing.workspaceId));
    case 'data_sources':
      return thing?.type === 'DataSource' && given.includes(String(thing.id));
    default:
      return among(known[kind] === undefined ? [] : [known[kind]]);
  }
}

function shown(text: string) {
  const checked = checkText({ organizationId: OURS, text });
  if (!checked.isValid) throw new Error(`${text}: ${JSON.stringify(checked.problems)}`);
  return checked.shown;
}

/** Some forms say what can never be, or permit administration, and Cedar refuses their text. */
const valid = form.filter((one) => checkText({ organizationId: OURS, text: policyText(one) }).isValid);

describe('a policy that a form has written', () => {
  it('is the same after it was written and read, whatever is filled in', () => {
    fc.assert(
      fc.property(valid, (one) => {
        expect(shown(policyText(one))).toEqual({ form: one, reason: null });
      }),
      { numRuns: 80 },
    );
  });

  it('decides what its text decides, for every person, session and thing', () => {
    fc.assert(
      fc.property(valid, fc.array(request, { minLength: 20, maxLength: 20 }), (one, requests) => {
        const checked = checkText({ organizationId: OURS, text: policyText(one) });
        if (!checked.isValid) throw new Error(policyText(one));
        const installed = engine.install({
          organizationId: OURS,
          epoch: 1,
          active: [{ id: 1, name: '', version: 1, tree: checked.content.tree }],
          shadow: [],
        });
        for (const some of requests) {
          // A permit shows where roles refuse. These acts include no others, which a forbid would refuse too.
          const asked = {
            ...some,
            action: some.resource.type === 'DataSource' ? ('data_source.read' as const) : ('workspace.read' as const),
            allowedByRoles: one.effect === 'forbid',
          };
          expect([policyText(one), asked, installed.decide(asked).isAllowed]).toEqual([
            policyText(one),
            asked,
            (one.effect === 'permit') === isMet(one, asked),
          ]);
        }
      }),
      { numRuns: 80 },
    );
  });
});
