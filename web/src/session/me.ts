import { type Read, useRead } from './read';

export type Me = Read<'/api/v1/me'>;

/** Who is signed in, and what they may do where. */
export function useMe(): Me | undefined {
  return useRead('/api/v1/me', {}).data;
}

/** What the person may do in an organization; nothing while it is not known. */
export function usePermissions(organization: number): (permission: string) => boolean {
  const place = useMe()?.organizations.find(({ id }) => id === organization);
  const permissions = new Set(place?.permissions ?? []);
  return (permission) => permissions.has(permission) || permissions.has('*');
}
