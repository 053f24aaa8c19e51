import { Outlet } from '@tanstack/react-router';

/** All pages of an organization: what they share is the address. */
export function OrganizationFrame() {
  return <Outlet />;
}
