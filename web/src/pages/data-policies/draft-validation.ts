import { type HeadgateError, type components, unwrap } from '@headgate/client';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { headgate } from '../../session/client';
import { useRested } from '../../ui/rested';
import { type Draft, contentOf } from './data-policy-api';

export type Validation = components['schemas']['DataPolicyValidation'];

const PAUSE_MS = 500;
const VALIDATE = '/api/v1/sso/abac/data-policies/validate';

/** What the service says about a draft, asked when the typing pauses. */
export function useDraftValidation(organization: number, draft: Draft): Validation | undefined {
  const { data_source_id, applies_when: condition, rules } = contentOf(draft);
  const content = { data_source_id, applies_when: condition?.trim() === '' ? null : condition, rules };
  const now = JSON.stringify(content);
  const rested = useRested(now, PAUSE_MS);
  const { data } = useQuery<Validation, HeadgateError, Validation, QueryKey>({
    queryKey: [VALIDATE, organization, rested],
    enabled: rested === now,
    gcTime: 60_000,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      unwrap(await headgate.POST(VALIDATE, { body: { organization_id: organization, ...content }, signal })),
  });
  return data;
}
