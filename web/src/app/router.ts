import { createRouter } from '@tanstack/react-router';
import { signInRoutes } from '../pages/sign-in/routes';
import { Broken } from './broken';
import { homeRoute, openRoute, organizationRoute, rootRoute, signedInRoute } from './routes';

const tree = rootRoute.addChildren([
  openRoute.addChildren([...signInRoutes]),
  signedInRoute.addChildren([homeRoute, organizationRoute.addChildren([])]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  scrollRestoration: false,
  defaultErrorComponent: Broken,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
