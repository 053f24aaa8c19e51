import { Outlet, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';

/**
 * All pages of an organization share its address. When the organization changes, nothing of the previous one stays on
 * the screen.
 */
export function OrganizationFrame() {
  const { organization } = useParams({ strict: false });
  return (
    <Fragment key={organization}>
      <Outlet />
    </Fragment>
  );
}
