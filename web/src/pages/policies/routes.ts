import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { choiceIn, numberIn } from '../../app/search';
import { listSearch } from '../organization/search';

const policiesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/policies',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./policies'), 'Policies'),
});

const newPolicyRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/policies/new',
  component: lazyRouteComponent(() => import('./new-policy'), 'NewPolicy'),
});

const decisionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/policies/decisions',
  validateSearch: (search: Record<string, unknown>) => ({
    ...numberIn(search, 'page'),
    ...choiceIn(search, 'show', ['all'] as const),
    ...numberIn(search, 'policy'),
  }),
  component: lazyRouteComponent(() => import('./decisions'), 'Decisions'),
});

const policyRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/policies/$policy',
  component: lazyRouteComponent(() => import('./policy'), 'PolicyPage'),
});

export const policyRoutes = [policiesRoute, newPolicyRoute, decisionsRoute, policyRoute];
