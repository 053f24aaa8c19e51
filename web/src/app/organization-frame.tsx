import { Outlet, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';

/** All pages of an organization: what they share is the address. Of another organization nothing is kept on the screen. */
export function OrganizationFrame() {
  const { organization } = useParams({ strict: false });
  return (
    <Fragment key={organization}>
      <Outlet />
    </Fragment>
  );
}
