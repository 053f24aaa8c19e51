import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, id, listOf } from '../../../platform/http/response-schemas.js';
import type { Preview } from '../../application/preview-as-member.js';
import { COLUMN_EFFECTS, DATA_POLICY_STATUSES, MASKS } from '../../domain/data-policy.js';
import type { LimitReason } from '../../domain/explained-limits.js';
import type { Principal } from '../../domain/policy-request.js';

type Relation = Preview['schema']['relations']['items'][number];
type Explained = Preview['explained'][number];

const REASONS = [
  ...['relation', 'column', 'tag', 'rows', 'not_reviewed', 'outdated', 'attribute_missing', 'attribute_unfit'],
  ...['condition_failed', 'computed', 'through_relation', 'unknown_lineage'],
] as const satisfies readonly LimitReason['kind'][];
const KINDS = ['table', 'partitioned_table', 'foreign_table', 'view', 'materialized_view'] as const;

const Reason = component(
  'PreviewReason',
  z.object({
    kind: z.enum(REASONS).meta({
      description:
        '`not_reviewed`: the column is new, and no person has looked at it. `outdated`: the policy names something that no longer exists. ' +
        '`attribute_missing`: the member lacks an attribute that rows are compared with. `attribute_unfit`: a value of it does not fit ' +
        'the type of the column. `condition_failed`: the condition of the policy cannot be evaluated for the member. `computed`: the column is computed from another one that is restricted. `through_relation`: another relation that is read here is restricted. `unknown_lineage`: nothing tells what a view reads.',
    }),
    data_policy_id: id.nullable().meta({ description: '`null`: the one that was sent, or none.' }),
    data_policy_name: z.string().nullable(),
    tag: z.string().nullable().meta({ description: 'Of `tag`.' }),
    effect: z.enum(COLUMN_EFFECTS).nullable().meta({ description: 'What this rule asks for; for `column` and `tag`.' }),
    where: z.record(z.string(), z.unknown()).nullable().meta({ description: 'For `rows`, as the rule says it.' }),
    attributes: listOf(z.object({ name: z.string(), values: listOf(z.string()).nullable() })).meta({
      description: 'Attributes of the member; values of those that administrators set (`own.…`).',
    }),
    problems: listOf(z.string()).meta({
      description: 'For `outdated`: what does not fit the schema. For `condition_failed`: the cause.',
    }),
  }),
  {
    kind: 'tag',
    data_policy_id: 4,
    data_policy_name: 'Analysts',
    tag: 'email',
    effect: 'hash',
    where: null,
    attributes: [],
    problems: [],
  },
);

export const PreviewedRelation = component(
  'PreviewedRelation',
  z.object({
    schema: z.string(),
    relation: z.string(),
    kind: z.enum(KINDS),
    access: z.enum(['full', 'restricted', 'denied', 'refused', 'unreadable']).meta({
      description:
        '`denied`: as if it did not exist. `refused`: statements that name it are refused. `unreadable`: the role of the data source ' +
        'may not read it.',
    }),
    rows_filtered: z.boolean(),
    reasons: listOf(Reason).meta({ description: 'For the relation as a whole, and for its rows.' }),
    columns: listOf(
      z.object({
        name: z.string(),
        type: z.string(),
        access: z.enum(['visible', 'masked', 'denied', 'unreadable']),
        mask: z.enum(MASKS).nullable(),
        reasons: listOf(Reason),
      }),
    ),
  }),
  {
    schema: 'public',
    relation: 'staff',
    kind: 'table',
    access: 'restricted',
    rows_filtered: false,
    reasons: [],
    columns: [{ name: 'id', type: 'integer', access: 'visible', mask: null, reasons: [] }],
  },
);

export const PreviewedPolicy = component(
  'PreviewedPolicy',
  z.object({
    id: id.nullable().meta({ description: '`null`: the one that was sent, and is not kept.' }),
    name: z.string(),
    status: z.enum(DATA_POLICY_STATUSES),
    applies: z.boolean().meta({ description: 'Whether it is for the member.' }),
    failure: z.string().nullable().meta({
      description: 'Why its condition cannot be evaluated for the member; then all statements over the data source are refused.',
    }),
    depends_on_session: z.boolean().meta({
      description: 'Its condition reads the session. The preview supposes one that has proved nothing, from no known network.',
    }),
  }),
  { id: 4, name: 'Analysts', status: 'active', applies: true, failure: null, depends_on_session: false },
);

export const PreviewedMember = component(
  'PreviewedMember',
  z.object({
    user_id: id,
    may_run_queries: z.boolean().meta({ description: 'By roles and access policies, in a session that has proved nothing.' }),
  }),
  { user_id: 7, may_run_queries: true },
);

interface PreviewedData {
  readonly member: z.infer<typeof PreviewedMember>;
  readonly data_policies: readonly z.infer<typeof PreviewedPolicy>[];
  readonly relations: readonly z.infer<typeof PreviewedRelation>[];
}

export function toPreview({ member, mayRunQueries, policies, schema, explained }: Preview): PreviewedData {
  return {
    member: { user_id: member.userId, may_run_queries: mayRunQueries },
    data_policies: policies.map(({ id: policyId, name, status, applies, failure, dependsOnSession }) => ({
      id: policyId,
      name,
      status,
      applies,
      failure,
      depends_on_session: dependsOnSession,
    })),
    relations: schema.relations.items.flatMap((relation, index) => {
      const told = explained[index];
      return told === undefined ? [] : [toRelation(relation, told, member)];
    }),
  };
}

function toRelation(
  { schema, name, kind, readable, columns }: Relation,
  { restriction, reasons, columns: explained }: Explained,
  member: Principal,
): z.infer<typeof PreviewedRelation> {
  const limits = restriction === 'refused' ? null : restriction;
  const access = readable ? accessOf(restriction) : 'unreadable';
  const isHidden = access === 'denied' || access === 'refused';
  return {
    schema,
    relation: name,
    kind,
    access,
    rows_filtered: !isHidden && limits !== null && limits.rows !== null,
    reasons: reasons.map((reason) => toReason(reason, member)),
    columns: columns.map(({ name: column, type, readable: isReadable }) => {
      const left = limits?.columns.find((one) => one.name === column);
      const isDenied = isHidden || (limits !== null && left === undefined);
      const mask = isDenied || left === undefined ? null : (left.mask?.kind ?? null);
      const seen = mask === null ? 'visible' : 'masked';
      return {
        name: column,
        type,
        mask,
        access: isReadable && readable ? (isDenied ? 'denied' : seen) : 'unreadable',
        reasons: (explained.get(column) ?? []).map((reason) => toReason(reason, member)),
      };
    }),
  };
}

function accessOf(restriction: Explained['restriction']) {
  if (restriction === null) return 'full';
  if (restriction === 'refused') return 'refused';
  return restriction.isDenied || restriction.columns.length === 0 ? 'denied' : 'restricted';
}

function toReason(reason: LimitReason, { own }: Principal): z.infer<typeof Reason> {
  const policy = reason.kind === 'unknown_lineage' ? null : reason.policy;
  const read = reason.kind === 'rows' ? reason.attributes : 'attribute' in reason ? [reason.attribute] : [];
  return {
    kind: reason.kind,
    data_policy_id: policy?.id ?? null,
    data_policy_name: policy?.name ?? null,
    tag: reason.kind === 'tag' ? reason.tag : null,
    effect: reason.kind === 'tag' || reason.kind === 'column' ? reason.effect : null,
    where: reason.kind === 'rows' ? { ...reason.where } : null,
    attributes: read.map((name) => {
      const key = name.startsWith('own.') ? name.slice('own.'.length) : null;
      return { name, values: key !== null && Object.hasOwn(own, key) ? (own[key] ?? null) : null };
    }),
    problems: 'problems' in reason ? reason.problems.map(forReader) : [],
  };
}
