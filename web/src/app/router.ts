import { createRouter } from '@tanstack/react-router';
import { dataSourceRoutes } from '../pages/data-sources/routes';
import { doorRoutes } from '../pages/doors/routes';
import { signInRoutes } from '../pages/sign-in/routes';
import { Broken } from './broken';
import { homeRoute, openRoute, organizationRoute, rootRoute, signedInRoute } from './routes';

const tree = rootRoute.addChildren([
  openRoute.addChildren([...signInRoutes, ...doorRoutes]),
  signedInRoute.addChildren([homeRoute, organizationRoute.addChildren([]), ...dataSourceRoutes]),
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
