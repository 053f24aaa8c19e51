import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs';
import fc from 'fast-check';
import { boundTo } from '../../src/abac/adapters/cedar/cedar-policies.js';
import type { PolicyRequest } from '../../src/abac/domain/policy-request.js';
import type { PolicyInForce, PolicySet, PolicyTree } from '../../src/abac/domain/policy-set.js';

export const [OURS, THEIRS] = [1, 2];

const label = fc.constantFrom('restricted', 'eu', 'finance');
const role = fc.constantFrom('owner', 'admin', 'viewer');

/** Conditions over each kind of attribute; the last two cannot always be evaluated. */
const condition: fc.Arbitrary<string> = fc.oneof(
  label.map((text) => `resource.labels.contains("${text}")`),
  role.map((text) => `principal.roles.contains("${text}")`),
  fc.constantFrom('context.deviceTrusted', 'principal.emailVerified', 'context.accessKey', 'context.acr == "aal2"'),
  fc.integer({ min: 0, max: 1_000 }).map((seconds) => `context.proofAgeSeconds < ${seconds}`),
  fc.constantFrom('10.0.0.0/8', '192.0.2.0/24', '::/0').map((range) => `context.network.isInRange(ip("${range}"))`),
  label.map((text) => `(principal.hasTag("team") && principal.getTag("team").contains("${text}"))`),
  fc.constant('context.now > datetime("2026-11-20T12:00:00Z")'),
  fc.constant('(context has country && context.country == "DE")'),
  fc.integer({ min: 0, max: 400 }).map((days) => `(principal.accountAgeDays - ${days}) * 9007199254740991 > 0`),
);
const clause = fc.tuple(fc.constantFrom('when', 'unless'), condition).map(([word, text]) => `${word} { ${text} }`);
const scope = fc.constantFrom('action', 'action == Action::"workspace.read"', 'action in [Action::"workspace.write"]');
export const policyOf = (effect: string): fc.Arbitrary<string> =>
  fc
    .tuple(scope, fc.array(clause, { maxLength: 3 }))
    .map(([action, clauses]) => `${effect} (principal, ${action}, resource is Workspace) ${clauses.join(' ')};`);
export const policy = fc.oneof(policyOf('forbid'), policyOf('forbid'), policyOf('permit'));

export const request: fc.Arbitrary<PolicyRequest> = fc.record({
  organizationId: fc.constant(OURS),
  epoch: fc.constant(1),
  allowedByRoles: fc.boolean(),
  isBreakGlass: fc.constant(false),
  action: fc.constantFrom('workspace.read', 'workspace.write'),
  principal: fc.record({
    userId: fc.integer({ min: 1, max: 5 }),
    attributes: fc.record({
      roles: fc.array(role, { maxLength: 2 }),
      groups: fc.array(label, { maxLength: 2 }),
      email: fc.constant('vera@delta.example'),
      emailVerified: fc.boolean(),
      accountAgeDays: fc.integer({ min: 0, max: 400 }),
    }),
    own: fc.oneof(fc.constant({}), fc.record({ team: fc.array(label, { maxLength: 2 }) })),
  }),
  resource: fc.record({
    type: fc.constant('Workspace' as const),
    id: fc.integer({ min: 1, max: 3 }),
    labels: fc.array(label, { maxLength: 2 }),
  }),
  context: fc
    .record({
      amr: fc.constant(['pwd']),
      acr: fc.constantFrom('aal1', 'aal2'),
      proofAgeSeconds: fc.integer({ min: 0, max: 2_000 }),
      deviceTrusted: fc.boolean(),
      accessKey: fc.boolean(),
      network: fc.constantFrom('10.1.2.3', '192.0.2.10', '2001:db8::1', '::ffff:10.1.2.3'),
      now: fc.constantFrom(new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T15:00:00Z')),
    })
    .chain((context) => fc.constantFrom(context, { ...context, country: 'DE' })),
});

export function setOf(texts: readonly string[], organizationId = OURS, boundOrganization = organizationId): PolicySet {
  const active = texts.map((text, index): PolicyInForce => {
    const read = policyToJson(text);
    if (read.type === 'failure') throw new Error(`${text}: ${read.errors[0]?.message}`);
    const tree = boundTo(boundOrganization, read.json) as unknown as PolicyTree;
    return { id: index + 1, name: `Policy ${index + 1}`, version: 1, tree };
  });
  return { organizationId, epoch: 1, active, shadow: [] };
}
