import type { Read } from '../../../session/read';

export const MAPPING = '/api/v1/organizations/{org_id}/scim-mapping';
export type Mapping = Read<typeof MAPPING>;
