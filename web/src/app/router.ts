import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../pages/account/routes';
import { demoRoutes } from '../pages/demo/routes';
import { doorRoutes } from '../pages/doors/routes';
import { signInRoutes } from '../pages/sign-in/routes';
import { signOnRoutes } from '../pages/sign-on/routes';
import { Broken } from './broken';
import { homeRoute, openRoute, organizationRoute, rootRoute, signedInRoute } from './routes';

const tree = rootRoute.addChildren([
  openRoute.addChildren([...signInRoutes, ...doorRoutes, ...demoRoutes]),
  signedInRoute.addChildren([homeRoute, ...accountRoutes, organizationRoute.addChildren([...signOnRoutes])]),
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
