import { useParams } from '@tanstack/react-router';
import { useMe } from './me';

/** The number in the address. */
export function useOrganizationId(): number {
  const { organization } = useParams({ strict: false });
  return Number(organization);
}

/** Its name, for a person who belongs to it. */
export function useOrganizationName(id: number): string | undefined {
  return useMe()?.organizations.find((organization) => organization.id === id)?.name;
}
