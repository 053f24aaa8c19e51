import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute, signedInRoute } from '../../app/routes';

/** Where `/oauth/authorize` leads: a program asks the person, with its request in one piece. */
const connectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect',
  validateSearch: ({ request }: Record<string, unknown>) => ({ ...(typeof request === 'string' && { request }) }),
  component: lazyRouteComponent(() => import('./connect'), 'Connect'),
});

const organizationAgentsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('./organization-agents'), 'OrganizationAgents'),
});

export const connectRoutes = [connectRoute];
export const organizationAgentRoutes = [organizationAgentsRoute];
