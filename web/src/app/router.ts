import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../pages/account/routes';
import { adminRoutes } from '../pages/admin/routes';
import { connectRoutes, organizationAgentRoutes } from '../pages/agents/routes';
import { auditRoutes } from '../pages/audit/routes';
import { dataPolicyRoutes } from '../pages/data-policies/routes';
import { dataSourceRoutes } from '../pages/data-sources/routes';
import { demoRoutes } from '../pages/demo/routes';
import { doorRoutes } from '../pages/doors/routes';
import { migrationRoutes } from '../pages/migration/routes';
import { organizationRoutes } from '../pages/organization/routes';
import { policyRoutes } from '../pages/policies/routes';
import { savedQuestionRoutes } from '../pages/saved-questions/routes';
import { signInRoutes } from '../pages/sign-in/routes';
import { signOnRoutes } from '../pages/sign-on/routes';
import { templateRoutes } from '../pages/templates/routes';
import { Broken } from './broken';
import { homeRoute, openRoute, organizationRoute, rootRoute, signedInRoute } from './routes';

const tree = rootRoute.addChildren([
  openRoute.addChildren([...signInRoutes, ...doorRoutes, ...demoRoutes]),
  signedInRoute.addChildren([
    homeRoute,
    ...accountRoutes,
    ...connectRoutes,
    organizationRoute.addChildren([
      ...organizationRoutes,
      ...signOnRoutes,
      ...migrationRoutes,
      ...auditRoutes,
      ...organizationAgentRoutes,
      ...policyRoutes,
      ...dataPolicyRoutes,
    ]),
    ...dataSourceRoutes,
    ...savedQuestionRoutes,
    ...templateRoutes,
    ...adminRoutes,
  ]),
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
