import { type HeadgateError, type components, unwrap } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { headgate } from '../../../session/client';
import { useQuery } from '../../../session/queries';

export type Enforcement = components['schemas']['Enforcement'];
export type Preview = components['schemas']['EnforcementPreview'];
export type Mode = Enforcement['mode'];

export const ENFORCEMENT = '/api/v1/sso/enforcement/{organization_id}';
export const PREVIEW = '/api/v1/sso/enforcement/{organization_id}/preview';
export const SIGN_IN_REQUIREMENTS = '/api/v1/organizations/{org_id}/sign-in-requirements';
export const PEOPLE_WITHOUT_FACTOR = '/api/v1/organizations/{org_id}/sign-in-requirements/people';
export const MODES: readonly Mode[] = ['off', 'optional', 'report_only', 'required'];

/** A POST that changes nothing: it asks the DNS, so it is read like a page. */
export function usePreview(organization: number, enabled: boolean): UseQueryResult<{ preview: Preview }, HeadgateError> {
  return useQuery<{ preview: Preview }, HeadgateError>({
    queryKey: [PREVIEW, organization],
    queryFn: async () => unwrap(await headgate.POST(PREVIEW, { params: { path: { organization_id: organization } } })),
    enabled,
    // What stands in the way is changed on many pages.
    refetchOnMount: 'always',
  });
}
