import { z } from 'zod';
import { component, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import type { ToldSource } from '../../../data-sources/application/name-same-data.js';
import type { DescribedDataPolicy } from '../../application/describe-data-policies.js';
import { DATA_POLICY_STATUSES, type DataPolicyContent } from '../../domain/data-policy.js';
import { namesNothing, toNamesNothing } from './names-nothing-response.js';
import { problemMembers, toProblem } from './policy-problem-response.js';
import { shownConditions, toShownConditions } from './policy-form-response.js';
import type { CheckedDataPolicy, WrittenDataPolicy } from '../../application/validate-data-policy.js';
import type { DataPolicyContentBody, ValidateDataPolicyBody } from './data-policy.dto.js';
import { readRules, rulesIn } from './data-rules.js';
import { forReader } from '../../../platform/http/request-context.js';

export const DataPolicy = component(
  'DataPolicy',
  z.object({
    id,
    organization_id: id,
    name: z.string(),
    description: z.string(),
    data_source_id: id.nullable().meta({ description: '`null`: all data sources of the organization.' }),
    applies_when: z.string().nullable().meta({ description: 'A condition of Cedar; `null`: for everyone.' }),
    rules: listOf(z.record(z.string(), z.unknown())),
    status: z.enum(DATA_POLICY_STATUSES),
    outdated: listOf(z.object({ field: z.string(), message: z.string() })).meta({
      description: 'Rules that do not fit the schema as it was discovered last, with the place of each.',
    }),
    names_nothing: listOf(
      z.object({
        field: z.string().meta({ description: '`applies_when`, or the place in a rule.' }),
        ...namesNothing,
      }),
    ).meta({ description: 'Names that the organization does not have.' }),
    unfit_attributes: listOf(z.object({ field: z.string(), attribute: z.string(), message: z.string() })).meta({
      description: 'Attributes of members that a rule cannot compare: their statements are refused.',
    }),
    failing: z.object({ since: moment, last_at: moment, user_id: id }).nullable().meta({
      description:
        'Its condition fails for some: the first and last time, and for whom. They see none of its data; a preview as that member says why.',
    }),
    hidden_until_reviewed: listOf(z.object({ data_source_id: id, schema: z.string(), relation: z.string() })).meta({
      description: 'Relations that appeared after a named one disappeared. They may be that one, so they are hidden until reviewed.',
    }),
    version: z.int().min(1).meta({ description: 'Counts every change; also the `ETag`.' }),
    changed_by_user_id: id,
    updated_by_user_id: renamed(id, 'changed_by_user_id'),
    updated_at: moment,
  }),
  {
    id: 4,
    organization_id: 1,
    name: 'Each region its own rows',
    description: '',
    data_source_id: 3,
    applies_when: 'principal.roles.contains("viewer")',
    rules: [
      {
        kind: 'rows',
        schema: 'public',
        relation: 'orders',
        where: { column: 'region', operator: 'in', values: { attribute: 'own.regions' } },
      },
    ],
    outdated: [],
    names_nothing: [],
    unfit_attributes: [],
    failing: null,
    hidden_until_reviewed: [],
    status: 'active',
    version: 2,
    changed_by_user_id: 2,
    updated_by_user_id: 2,
    updated_at: '2026-11-20T09:15:00.000Z',
  },
);

const DataPolicyProblem = component(
  'DataPolicyProblem',
  z.object({
    field: z.string().meta({ description: 'Such as `rules[1].where.and[0].column`, or `applies_when`.' }),
    ...problemMembers,
    line: problemMembers.line.meta({ description: 'For the condition, with `column` and `length`.' }),
  }),
  {
    field: 'rules[0].column',
    message: 'public.staff has no column salery. Discover the data source again if it is new.',
    hint: null,
    line: null,
    column: null,
    length: null,
  },
);

export const DataPolicyWarnings = component(
  'DataPolicyWarnings',
  listOf(DataPolicyProblem).meta({
    description: 'What is valid but may be a mistake: unknown names, names of several scripts.',
  }),
  [],
);

export const SameSources = component(
  'SameSources',
  listOf(
    z.object({
      data_source_id: id,
      name: z.string().nullable().meta({ description: '`null` if you may not see it.' }),
      protected: z.boolean().meta({ description: 'Whether policies or labels of its own protect the data.' }),
      closed: z.boolean(),
    }),
  ).meta({ description: 'Other data sources that read the same data. This policy hides nothing there.' }),
  [],
);

export function toSameSources(told: readonly ToldSource[]): z.infer<typeof SameSources> {
  return told.flatMap(({ dataSourceId, name, isProtected, isClosed }) =>
    dataSourceId === null ? [] : [{ data_source_id: dataSourceId, name, protected: isProtected, closed: isClosed }],
  );
}

export const DataPolicyValidation = component(
  'DataPolicyValidation',
  z.object({
    valid: z.boolean(),
    problems: listOf(DataPolicyProblem),
    warnings: listOf(DataPolicyProblem).meta({
      description: 'What has no effect now, such as a tag that no column has; other sources of the same data.',
    }),
    ...shownConditions,
  }),
  { valid: true, problems: [], warnings: [], conditions: null, why_no_form: null },
);

export function toValidation({ problems, warnings, shown }: CheckedDataPolicy): z.infer<typeof DataPolicyValidation> {
  return {
    valid: problems.length === 0,
    problems: problems.map(toProblem),
    warnings: warnings.map(toProblem),
    ...toShownConditions(shown),
  };
}

export function toDataPolicy({ policy, outdated, presumed, namesNothing, unfit }: DescribedDataPolicy): z.infer<typeof DataPolicy> {
  return {
    id: policy.id,
    organization_id: policy.organizationId,
    name: policy.name,
    description: policy.description,
    data_source_id: policy.dataSourceId,
    applies_when: policy.appliesWhen,
    status: policy.status,
    rules: policy.rules.map((rule) => ({ ...rule })),
    outdated: outdated.map(({ field, message }) => ({ field, message: forReader(message) })),
    names_nothing: namesNothing.map(({ field, unknown }) => ({ field, ...toNamesNothing(unknown) })),
    unfit_attributes: unfit.map(({ field, attribute, message }) => ({ field, attribute, message: forReader(message) })),
    failing: failingOf(policy),
    hidden_until_reviewed: presumed.map(({ dataSourceId, schema, relation }) => ({
      data_source_id: dataSourceId,
      schema,
      relation,
    })),
    version: policy.version,
    changed_by_user_id: policy.updatedBy,
    updated_by_user_id: policy.updatedBy,
    updated_at: policy.updatedAt.toISOString(),
  };
}

function failingOf({ failingSince, failedAt, failedFor }: DescribedDataPolicy['policy']) {
  if (failingSince === null || failedAt === null || failedFor === null) return null;
  return { since: failingSince.toISOString(), last_at: failedAt.toISOString(), user_id: failedFor };
}

/** @throws ValidationFailed */
export function contentOf(body: DataPolicyContentBody): DataPolicyContent {
  const { name, description = '', data_source_id: dataSourceId = null, applies_when: appliesWhen = null } = body;
  return { name, description, dataSourceId, appliesWhen, rules: readRules(body.rules) };
}

export function writtenIn(body: Omit<ValidateDataPolicyBody, 'organization_id'>): WrittenDataPolicy {
  const { data_source_id: dataSourceId = null, applies_when: appliesWhen = null } = body;
  const { rules, problems: unread } = rulesIn(body.rules);
  return { dataSourceId, appliesWhen, rules, unread };
}
