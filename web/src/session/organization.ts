import { useParams } from '@tanstack/react-router';
import { isSystemAdmin, useMe } from './me';
import { useRead } from './read';

/** The number in the address. */
export function useOrganizationId(): number {
  const { organization } = useParams({ strict: false });
  return Number(organization);
}

/** Its name, for people who belong to it and for system administrators. */
export function useOrganizationName(id: number | null): string | undefined {
  const me = useMe();
  const own = me?.organizations.find((organization) => organization.id === id)?.name;
  const isOfOthers = id !== null && me !== undefined && own === undefined && isSystemAdmin(me);
  const read = useRead('/api/v1/organizations/{org_id}', { params: { path: { org_id: id ?? 0 } } }, { enabled: isOfOthers });
  return own ?? (isOfOthers ? read.data?.organization.name : undefined);
}
