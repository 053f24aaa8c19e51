import { useParams } from '@tanstack/react-router';

/** The organization of the address. */
export function useOrganization(): number {
  const { organization } = useParams({ strict: false });
  return Number(organization);
}
