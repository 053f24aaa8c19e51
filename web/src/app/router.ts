import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../pages/account/routes';
import { demoRoutes } from '../pages/demo/routes';
import { doorRoutes } from '../pages/doors/routes';
import { migrationRoutes } from '../pages/migration/routes';
import { signInRoutes } from '../pages/sign-in/routes';
import { Broken } from './broken';
import { homeRoute, openRoute, organizationRoute, rootRoute, signedInRoute } from './routes';

const tree = rootRoute.addChildren([
  openRoute.addChildren([...signInRoutes, ...doorRoutes, ...demoRoutes]),
  signedInRoute.addChildren([homeRoute, ...accountRoutes, organizationRoute.addChildren([...migrationRoutes])]),
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
