import { type components, unwrap } from '@headgate/client';
import { useChecked } from '../../session/checked';
import { headgate } from '../../session/client';
import { type Draft, contentOf } from './data-policy-api';

export type Validation = components['schemas']['DataPolicyValidation'];

const VALIDATE = '/api/v1/sso/abac/data-policies/validate';

export function useDraftValidation(organization: number, draft: Draft): Validation | undefined {
  const { data_source_id, applies_when: condition, rules } = contentOf(draft);
  const applies_when = condition?.trim() === '' ? null : condition;
  const body = { organization_id: organization, data_source_id, applies_when, rules };
  const check = async (signal: AbortSignal) => unwrap(await headgate.POST(VALIDATE, { body, signal }));
  return useChecked<Validation>([VALIDATE, body], check).data;
}
