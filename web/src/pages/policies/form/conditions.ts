import {
  type ConditionKind,
  type FormCondition,
  type FormConditions,
  type PolicyForm,
  WITHOUT_VALUES,
} from '../../../../../src/abac/domain/policy-form';

/** In the order in which they are offered. */
export const OFFERED = {
  ofPerson: [
    'roles',
    'people',
    'groups',
    'attribute',
    'department',
    'title',
    'division',
    'costCenter',
    'employer',
    'userType',
    'access_key',
  ],
  ofPlace: ['networks', 'countries'],
  ofProof: ['second_factor', 'phishing_resistant', 'single_sign_on', 'trusted_device', 'recent_proof'],
  ofTime: ['hours'],
  ofThing: ['labels', 'unlabelled', 'workspaces', 'data_sources'],
} as const satisfies Readonly<Record<string, readonly ConditionKind[]>>;

/** Only what has a kind can be asked for them. */
const OF_LABELS: readonly ConditionKind[] = ['labels', 'unlabelled'];

export function newCondition(kind: ConditionKind): FormCondition {
  const values = kind === 'hours' ? ['07:00', '19:00'] : kind === 'recent_proof' ? ['5'] : [];
  return { kind, name: kind === 'attribute' ? '' : null, values };
}

/**
 * What is missing or wrong, as the texts of the form name it; `null` when nothing is.
 * @param on what the policy is about
 */
export function lackOf(
  { kind, name, values }: FormCondition,
  on: PolicyForm['on'],
): 'fillIn' | 'sameTimes' | 'noMinutes' | 'noLabels' | null {
  if (!mayBeAsked(kind, on)) return 'noLabels';
  if (WITHOUT_VALUES.includes(kind)) return null;
  if (kind === 'recent_proof') return Number(values[0]) > 0 && Number.isSafeInteger(Number(values[0])) ? null : 'noMinutes';
  if (values.length === 0 || values.includes('') || name === '') return 'fillIn';
  return kind === 'hours' && values[0] === values[1] ? 'sameTimes' : null;
}

/** With as many as there are, joined as the service would read them. */
export function withConditions({ join }: FormConditions, conditions: readonly FormCondition[]): FormConditions {
  return { join: conditions.length < 2 ? 'all' : join, conditions };
}

export function mayBeAsked(kind: ConditionKind, on: PolicyForm['on']): boolean {
  return on !== 'everything' || !OF_LABELS.includes(kind);
}
