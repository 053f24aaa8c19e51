import type { ConditionKind, FormCondition, FormConditions, PolicyForm } from '../../../../../src/abac/domain/policy-form';

/** In the order in which they are offered. */
export const OFFERED = {
  ofPerson: ['roles', 'people', 'groups', 'tag', 'department', 'title', 'division', 'costCenter', 'employer', 'userType', 'access_key'],
  ofPlace: ['networks', 'countries'],
  ofProof: ['second_factor', 'phishing_resistant', 'single_sign_on', 'trusted_device', 'recent_proof'],
  ofTime: ['hours'],
  ofThing: ['labels', 'unlabelled', 'workspaces', 'data_sources'],
} as const satisfies Readonly<Record<string, readonly ConditionKind[]>>;

const TRUE_OR_NOT: readonly ConditionKind[] = [
  ...(['access_key', 'second_factor', 'phishing_resistant', 'single_sign_on', 'trusted_device', 'unlabelled'] as const),
];
/** Only what has a kind can be asked for them. */
const OF_LABELS: readonly ConditionKind[] = ['labels', 'unlabelled'];

export function newCondition(kind: ConditionKind): FormCondition {
  const values = kind === 'hours' ? ['07:00', '19:00'] : kind === 'recent_proof' ? ['5'] : [];
  return { kind, name: kind === 'tag' ? '' : null, values };
}

export function isComplete({ kind, name, values }: FormCondition): boolean {
  if (TRUE_OR_NOT.includes(kind)) return true;
  if (kind === 'hours') return values.length === 2 && values.every((time) => time !== '') && values[0] !== values[1];
  if (kind === 'recent_proof') return Number(values[0]) > 0 && Number.isSafeInteger(Number(values[0]) * 60);
  return values.length > 0 && name !== '';
}

/** With as many as there are, joined as the service would read them. */
export function withConditions({ join }: FormConditions, conditions: readonly FormCondition[]): FormConditions {
  return { join: conditions.length < 2 ? 'all' : join, conditions };
}

export function mayBeAsked(kind: ConditionKind, on: PolicyForm['on']): boolean {
  return on !== 'everything' || !OF_LABELS.includes(kind);
}

/** The form about other things, without conditions that these cannot meet. */
export function withThings(form: PolicyForm, on: PolicyForm['on']): PolicyForm {
  const left = (of: FormConditions): FormConditions =>
    withConditions(
      of,
      of.conditions.filter(({ kind }) => mayBeAsked(kind, on)),
    );
  return { ...form, on, when: left(form.when), unless: left(form.unless) };
}
