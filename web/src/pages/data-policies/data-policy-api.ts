import type { components } from '@headgate/client';
import type { FormConditions } from '../../../../src/abac/domain/policy-form';
import type { Rule } from './rule';

export const DATA_POLICIES = '/api/v1/sso/abac/data-policies';
export const DATA_POLICY = '/api/v1/sso/abac/data-policies/{data_policy_id}';
export const PREVIEW = '/api/v1/data-sources/{data_source_id}/members/{user_id}/preview';
export const CHANGED = [DATA_POLICIES, DATA_POLICY, PREVIEW];

export type DataPolicy = components['schemas']['DataPolicy'];

/** Each rule has a key, so that its fields stay where they are when another one goes. */
interface DraftRule {
  readonly key: number;
  readonly rule: Rule;
}

export interface Draft {
  readonly name: string;
  readonly description: string;
  /** `null`: all data sources of the organization. */
  readonly source: number | null;
  /** A condition of Cedar; `null`: for everyone. */
  readonly appliesWhen: string | null;
  /** The condition as it was filled in last; `null` while it is written by hand, or as it was saved. */
  readonly conditions: FormConditions | null;
  readonly rules: readonly DraftRule[];
}

export const NEW: Draft = { name: '', description: '', source: null, appliesWhen: null, conditions: null, rules: [] };

export const EXAMPLE: Pick<Draft, 'appliesWhen' | 'conditions'> = {
  appliesWhen: 'principal.roles.contains("viewer")',
  conditions: { join: 'all', conditions: [{ kind: 'roles', name: null, values: ['viewer'] }] },
};

export const rulesOf = ({ rules }: Pick<DataPolicy, 'rules'>): readonly Rule[] => rules as unknown as readonly Rule[];

export const draftOf = (policy: DataPolicy): Draft => ({
  name: policy.name,
  description: policy.description,
  source: policy.data_source_id,
  appliesWhen: policy.applies_when,
  conditions: null,
  rules: rulesOf(policy).map((rule, key) => ({ key, rule })),
});

export const contentOf = ({ name, description, source, appliesWhen, rules }: Draft) => ({
  name: name.trim(),
  description,
  data_source_id: source,
  applies_when: appliesWhen,
  rules: rules.map(({ rule }) => ({ ...rule })),
});

export const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

export const DATA_SOURCES = '/api/v1/data-sources';
export const LARGEST_PAGE = 100;
