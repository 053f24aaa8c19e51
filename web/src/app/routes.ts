import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedIn } from '../session/session';
import { NotFound } from './not-found';
import { Root } from './root';

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });

/** Pages in front of the door need nobody to be signed in. */
export const openRoute = createRoute({ getParentRoute: () => rootRoute, id: 'open' });

/** All other pages stand in the frame with the navigation, and lead over sign-in where nobody is signed in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) redirect({ to: '/signin', search: { next: location.href }, throw: true });
  },
  component: lazyRouteComponent(() => import('./shell'), 'Shell'),
});

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home'), 'Home'),
});

/** The pages of one organization. */
export const organizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/organizations/$organization',
  component: lazyRouteComponent(() => import('./organization-frame'), 'OrganizationFrame'),
});
