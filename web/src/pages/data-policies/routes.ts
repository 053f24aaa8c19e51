import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { numberIn, textIn } from '../../app/search';
import { listSearch } from '../organization/search';

interface PreviewSearch {
  readonly source?: number;
  readonly member?: number;
  /** Counts as if it were active. */
  readonly policy?: number;
  /** Only relations with this text. */
  readonly search?: string;
  readonly page?: number;
}

const dataPoliciesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/data-policies',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./data-policies'), 'DataPolicies'),
});

const newDataPolicyRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/data-policies/new',
  component: lazyRouteComponent(() => import('./new-data-policy'), 'NewDataPolicy'),
});

const previewRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/data-policies/preview',
  validateSearch: (search: Record<string, unknown>): PreviewSearch => ({
    ...numberIn(search, 'source'),
    ...numberIn(search, 'member'),
    ...numberIn(search, 'policy'),
    ...textIn(search, 'search'),
    ...numberIn(search, 'page'),
  }),
  component: lazyRouteComponent(() => import('./preview'), 'PreviewPage'),
});

const dataPolicyRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/data-policies/$policy',
  component: lazyRouteComponent(() => import('./data-policy'), 'DataPolicyPage'),
});

export const dataPolicyRoutes = [dataPoliciesRoute, newDataPolicyRoute, previewRoute, dataPolicyRoute];
