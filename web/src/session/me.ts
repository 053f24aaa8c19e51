import type { HeadgateError } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Read, useRead } from './read';

export type Me = Read<'/api/v1/me'>;

export function useMeRead(): UseQueryResult<Me, HeadgateError> {
  return useRead('/api/v1/me', {});
}

/** Who is signed in, and what they may do where. While that is unknown, the frame of the pages says why. */
export function useMe(): Me | undefined {
  return useMeRead().data;
}

export const isSystemAdmin = (me: Me): boolean => me.permissions_everywhere.length > 0;

/** What a person may do in an organization, or in any of them if they administer the installation. */
export function permissionsIn(me: Me, organization: number | null): ReadonlySet<string> {
  const place = me.organizations.find(({ id }) => id === organization);
  return new Set([...(place?.permissions ?? []), ...me.permissions_everywhere]);
}

/** Whether the person may do something in an organization; nothing while it is unknown. */
export function usePermissions(organization: number): (permission: string) => boolean {
  const me = useMe();
  const permissions = me === undefined ? new Set() : permissionsIn(me, organization);
  return (permission) => permissions.has(permission);
}
