import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { NEXT } from '../session/next';
import { isSignedIn, wasSignedIn } from '../session/session';
import { tabStore } from '../session/stores';
import { Root } from './root';

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./not-found'), 'NotFound'),
});

/** Pages for visitors who are not signed in. */
export const openRoute = createRoute({ getParentRoute: () => rootRoute, id: 'open' });

/** All other pages are in the frame with the navigation, and lead through sign-in if no person is signed in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location: { href, pathname } }) => {
    if (await isSignedIn()) return;
    const next = (pathname === '/' ? tabStore.take(NEXT) : null) ?? href;
    redirect({ to: '/signin', search: { next, ...(wasSignedIn() && { over: true }) }, throw: true });
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
