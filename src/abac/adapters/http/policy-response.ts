import { z } from 'zod';
import { PermissionName, component, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import type { ListedPolicy as Listed } from '../../application/list-policies.js';
import type { ListedVersion } from '../../application/list-versions.js';
import type { Validation } from '../../application/validate-policy.js';
import { EXPECTATIONS, RESOURCE_TYPES } from '../../domain/example.js';
import { EFFECTS, POLICY_STATUSES, type Policy as StoredPolicy, VERSION_STATES } from '../../domain/policy.js';
import { LASTING_PROOFS } from '../../../shared/proof.js';
import { KEPT_OUT, KeptOut, toKeptOut } from './kept-out-response.js';
import { namesNothing, toNamesNothing } from './names-nothing-response.js';
import { PolicyProblem, PolicyWarnings, toProblem } from './policy-problem-response.js';
import { NO_FORM, shownForm, toShownForm } from './policy-form-response.js';

const TEXT =
  'forbid (principal, action, resource is Workspace) when { resource.labels.contains("restricted") } unless { context.deviceTrusted };';
const attributes = z.record(z.string(), z.unknown());

const policyMembers = {
  id,
  name: z.string(),
  status: z.enum(POLICY_STATUSES).meta({
    description:
      'By its versions: `active` if one decides, else `shadow` if one is evaluated and recorded, but not applied. `archived` cannot be undone.',
  }),
  organization_id: id,
  description: z.string(),
  version: z.int().min(1).meta({ description: 'The latest version, whatever its state.' }),
  effect: z.enum(EFFECTS).meta({ description: 'From the active version, or else the latest.' }),
  last_matched_at: moment.nullable().meta({
    description:
      'When it last made a recorded decision, or would have in shadow. Allowed requests are recorded once an hour; with ' +
      'more than 20 policies it may be an hour late. `null`: none yet. If the policy is in force, look at `names_nothing`.',
  }),
  updated_at: moment,
};

const POLICY = {
  id: 3,
  name: 'Restricted workspaces',
  status: 'active' as const,
  organization_id: 1,
  description: 'Only from a trusted device.',
  version: 2,
  effect: 'forbid' as const,
  last_matched_at: '2026-11-20T09:20:00.000Z',
  updated_at: '2026-11-20T09:15:00.000Z',
};

export const Policy = component('Policy', z.object(policyMembers), POLICY);

export const ListedPolicy = component(
  'ListedPolicy',
  z.object({
    ...policyMembers,
    names_nothing: listOf(z.object({ version: z.int().min(1), ...namesNothing })).meta({
      description: 'Names in versions in force and in the latest that the organization does not have.',
    }),
  }),
  { ...POLICY, names_nothing: [] },
);

const PolicyExample = z.object({
  name: z.string(),
  expected: z.enum(EXPECTATIONS),
  action: PermissionName,
  resource: z.object({ type: z.enum(RESOURCE_TYPES), id: id.optional(), labels: listOf(z.string()).optional() }),
  principal: attributes,
  context: attributes,
});

const EXAMPLE: z.infer<typeof PolicyExample> = {
  name: 'A trusted device',
  expected: 'allowed',
  action: 'workspace.read',
  resource: { type: 'Workspace', labels: ['restricted'] },
  principal: { roles: ['viewer'] },
  context: { deviceTrusted: true },
};

export const PolicyVersion = component(
  'PolicyVersion',
  z.object({
    version: z.int().min(1),
    state: z.enum(VERSION_STATES),
    effect: z.enum(EFFECTS),
    text: z.string(),
    actions: listOf(PermissionName).meta({ description: 'Permissions for which the text can apply.' }),
    examples: listOf(PolicyExample),
    sha256: z.string().meta({ description: 'Digest of the text, its tree and its examples.' }),
    created_by_user_id: id,
    author_user_id: renamed(id, 'created_by_user_id'),
    created_at: moment,
    published_by_user_id: id.nullable(),
    published_at: moment.nullable(),
    missing_permissions: listOf(PermissionName).meta({
      description: 'What the caller lacks to activate the version: `abac.grant`, and what a permit gives. Empty if nothing.',
    }),
    names_nothing: listOf(z.object(namesNothing)).meta({
      description: 'Names in it that the organization does not have.',
    }),
  }),
  {
    version: 2,
    state: 'active',
    effect: 'forbid',
    text: TEXT,
    actions: ['workspace.delete', 'workspace.read', 'workspace.write'],
    examples: [EXAMPLE],
    sha256: '5d41402abc4b2a76b9719d911017c592ae1f7a1e4b5a6c0e9d0f3a2b1c4d5e6f',
    created_by_user_id: 2,
    author_user_id: 2,
    created_at: '2026-11-20T09:10:00.000Z',
    published_by_user_id: 1,
    published_at: '2026-11-20T09:15:00.000Z',
    missing_permissions: [],
    names_nothing: [],
  },
);

const decided = z.object({
  name: z.string(),
  expected: z.enum(EXPECTATIONS),
  decided: z.enum(EXPECTATIONS),
  errors: listOf(z.string()),
});

export const PolicyValidation = component(
  'PolicyValidation',
  z.object({
    valid: z.boolean(),
    problems: listOf(PolicyProblem),
    warnings: PolicyWarnings,
    effect: z.enum(EFFECTS).nullable(),
    actions: listOf(PermissionName),
    examples: listOf(decided).meta({ description: 'What the policy decides about its examples.' }),
    locked_out_owners: listOf(
      z.object({ user_id: id, permissions: listOf(PermissionName), missing_proofs: listOf(z.enum(LASTING_PROOFS)) }),
    )
      .nullable()
      .meta({
        description:
          'Owners whom the active text would lock out of this, however they sign in today, from the network of this ' +
          'request, and proofs that would help. Five permissions at most. `null` without `abac.read`.',
      }),
    kept_out: KeptOut.nullable().meta({
      description: '`null` without `abac.read`, and for a text that is not valid.',
    }),
    ...shownForm,
  }),
  {
    valid: true,
    problems: [],
    warnings: [],
    effect: 'forbid',
    actions: ['workspace.delete', 'workspace.read', 'workspace.write'],
    examples: [{ name: 'A trusted device', expected: 'allowed', decided: 'allowed', errors: [] }],
    locked_out_owners: [],
    kept_out: KEPT_OUT,
    form: {
      effect: 'forbid',
      actions: [],
      on: 'workspaces',
      when: { join: 'all', conditions: [{ kind: 'labels', name: null, values: ['restricted'] }] },
      unless: { join: 'all', conditions: [{ kind: 'trusted_device', name: null, values: [] }] },
    },
    why_no_form: null,
  },
);

export function toPolicy(policy: StoredPolicy): z.infer<typeof Policy> {
  const { id: policyId, name, status, organizationId, description, version, effect, lastMatchedAt, updatedAt } = policy;
  const at = { last_matched_at: lastMatchedAt?.toISOString() ?? null, updated_at: updatedAt.toISOString() };
  return { id: policyId, name, status, organization_id: organizationId, description, version, effect, ...at };
}

export function toListedPolicy(policy: Listed): z.infer<typeof ListedPolicy> {
  const names = policy.namesNothing.map((one) => ({ version: one.version, ...toNamesNothing(one) }));
  return { ...toPolicy(policy), names_nothing: names };
}

export function toVersion(version: ListedVersion): z.infer<typeof PolicyVersion> {
  const { state, effect, text, actions, examples, sha256, authorId, createdAt, publishedBy, publishedAt } = version;
  return {
    version: version.version,
    state,
    effect,
    text,
    actions,
    examples,
    sha256,
    created_by_user_id: authorId,
    author_user_id: authorId,
    created_at: createdAt.toISOString(),
    published_by_user_id: publishedBy,
    published_at: publishedAt?.toISOString() ?? null,
    missing_permissions: version.missingPermissions,
    names_nothing: version.namesNothing.map(toNamesNothing),
  };
}

export function toValidation({ checked, outcomes, warnings, lockedOut, keptOut }: Validation): z.infer<typeof PolicyValidation> {
  const none = { effect: null, actions: [], examples: [], locked_out_owners: [], kept_out: null, ...NO_FORM };
  if (!checked.isValid) return { valid: false, problems: checked.problems.map(toProblem), warnings: [], ...none };
  const { effect, actions } = checked.content;
  const owners = lockedOut?.map((owner) => ({
    user_id: owner.userId,
    permissions: owner.permissions,
    missing_proofs: owner.missingProofs,
  }));
  return {
    valid: true,
    problems: [],
    warnings: warnings.map(toProblem),
    effect,
    actions,
    examples: outcomes,
    locked_out_owners: owners ?? null,
    kept_out: keptOut && toKeptOut(keptOut),
    ...toShownForm(checked.shown),
  };
}
