import { z } from 'zod';
import { PermissionName, component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { ExplainedPolicy } from '../../application/explain-decision.js';
import type { Simulation as Simulated } from '../../application/simulate-policy.js';
import { RESOURCE_TYPES } from '../../domain/example.js';
import type { PolicyDecision as Decided, PolicyRequest } from '../../domain/policy-request.js';
import { VERSION_STATES } from '../../domain/policy.js';
import type { RecordedDecision } from '../../domain/recorded-decision.js';

const REASONS = ['roles', 'policy', 'pdp_error', 'break_glass'] as const;
const resource = z.object({ type: z.enum(RESOURCE_TYPES), id: id.nullable() });
const value = z.object({ name: z.string(), value: z.unknown() });

const decided = {
  allowed: z.boolean(),
  reason: z.enum(REASONS).meta({
    description: '`roles`: no policy changes what roles say. `pdp_error`: a policy could not be evaluated, which refuses.',
  }),
  policies: listOf(z.object({ id, name: z.string(), version: z.int().min(1) })),
  errors: listOf(z.string()),
};

export const PolicyDecision = component(
  'PolicyDecision',
  z.object({
    id,
    organization_id: id,
    decided_at: moment,
    user_id: id,
    action: PermissionName,
    resource,
    ...decided,
    shadow: z.object(decided).nullable().meta({ description: 'What versions in shadow would have changed.' }),
    attributes: z.record(z.string(), z.unknown()).meta({ description: 'Facts about person, resource and request at that time.' }),
    attributes_hash: z.string().meta({ description: 'SHA-256; equal circumstances have equal hashes.' }),
  }),
  {
    id: 17,
    organization_id: 1,
    decided_at: '2026-11-20T09:20:00.000Z',
    user_id: 4,
    action: 'workspace.read',
    resource: { type: 'Workspace', id: 7 },
    allowed: false,
    reason: 'policy',
    errors: [],
    shadow: null,
    policies: [{ id: 3, name: 'Restricted workspaces', version: 2 }],
    attributes: { resource: { labels: ['restricted'] }, context: { deviceTrusted: false } },
    attributes_hash: '5d41402abc4b2a76b9719d911017c592ae1f7a1e4b5a6c0e9d0f3a2b1c4d5e6f',
  },
);

export const PolicyExplanation = component(
  'PolicyExplanation',
  z.object({
    policy_id: id,
    name: z.string(),
    version: z.int().min(1),
    state: z.enum(VERSION_STATES).meta({ description: 'As it is today.' }),
    shadow: z.boolean().meta({ description: 'It was in shadow, and changed nothing.' }),
    effect: z.enum(['permit', 'forbid']),
    clauses: listOf(
      z.object({
        text: z.string(),
        holds: z.boolean().meta({ description: 'An `unless` holds when its condition is not true.' }),
      }),
    ),
    attributes: listOf(value).meta({ description: 'Those that the policy reads, with their values then.' }),
    would_change_it: listOf(value).meta({
      description: 'Single attributes, with the value that would have changed the decision.',
    }),
  }),
  {
    policy_id: 3,
    name: 'Restricted workspaces',
    version: 2,
    state: 'active',
    shadow: false,
    effect: 'forbid',
    clauses: [
      { text: 'when { resource.labels.contains("restricted") }', holds: true },
      { text: 'unless { context.deviceTrusted }', holds: true },
    ],
    attributes: [
      { name: 'resource.labels', value: ['restricted'] },
      { name: 'context.deviceTrusted', value: false },
    ],
    would_change_it: [
      { name: 'resource.labels', value: [] },
      { name: 'context.deviceTrusted', value: true },
    ],
  },
);

export const Simulation = component(
  'PolicySimulation',
  z.object({
    decisions: z.int().min(0).meta({ description: 'Recorded ones that were tried.' }),
    truncated: z.boolean().meta({ description: 'Whether older ones of these days were left out.' }),
    newly_refused: z.int().min(0),
    newly_allowed: z.int().min(0),
    unchanged: z.int().min(0),
    people: listOf(z.object({ user_id: id, newly_refused: z.int().min(1) })),
    changed: listOf(
      z.object({
        decision_id: id,
        decided_at: moment,
        user_id: id,
        action: PermissionName,
        resource,
        would_be_allowed: z.boolean(),
      }),
    ),
  }),
  {
    decisions: 412,
    truncated: false,
    newly_refused: 1,
    newly_allowed: 0,
    unchanged: 411,
    people: [{ user_id: 4, newly_refused: 1 }],
    changed: [
      {
        decision_id: 16,
        decided_at: '2026-11-20T09:20:00.000Z',
        user_id: 4,
        action: 'workspace.read',
        resource: { type: 'Workspace', id: 7 },
        would_be_allowed: false,
      },
    ],
  },
);

export function toDecision(recorded: RecordedDecision): z.infer<typeof PolicyDecision> {
  const { request, decision, shadow, decidedAt, requestHash } = recorded;
  const { principal, context, allowedByRoles } = request;
  const labels = 'labels' in request.resource ? { labels: request.resource.labels } : {};
  return {
    id: recorded.id,
    organization_id: request.organizationId,
    decided_at: decidedAt.toISOString(),
    user_id: principal.userId,
    action: request.action,
    resource: thingOf(request),
    ...toDecided(decision),
    shadow: shadow && toDecided(shadow),
    attributes: {
      principal: { ...principal.attributes, own: principal.own },
      resource: labels,
      context: { ...context, now: context.now.toISOString(), allowedByRoles },
    },
    attributes_hash: requestHash,
  };
}

export function toExplanation({
  policy,
  version,
  isShadow,
  clauses,
  attributes,
  flips,
}: ExplainedPolicy): z.infer<typeof PolicyExplanation> {
  return {
    policy_id: policy.id,
    name: policy.name,
    version: policy.version,
    state: version.state,
    shadow: isShadow,
    effect: version.effect,
    clauses,
    attributes,
    would_change_it: flips,
  };
}

export function toSimulation(simulated: Simulated): z.infer<typeof Simulation> {
  const { decisions, isCut, newlyRefused, newlyAllowed, unchanged, people, changed } = simulated;
  return {
    decisions,
    truncated: isCut,
    newly_refused: newlyRefused,
    newly_allowed: newlyAllowed,
    unchanged,
    people: people.map((person) => ({ user_id: person.userId, newly_refused: person.decisions })),
    changed: changed.map(({ decisionId, decidedAt, request, wouldBeAllowed }) => ({
      decision_id: decisionId,
      decided_at: decidedAt.toISOString(),
      user_id: request.principal.userId,
      action: request.action,
      resource: thingOf(request),
      would_be_allowed: wouldBeAllowed,
    })),
  };
}

function toDecided({ isAllowed, reason, policies, errors }: Decided) {
  return { allowed: isAllowed, reason, policies, errors };
}

function thingOf({ resource: { type, ...thing } }: PolicyRequest): z.infer<typeof resource> {
  return { type, id: 'id' in thing ? thing.id : null };
}
