import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { dayIn } from '../../app/days';
import { organizationRoute } from '../../app/routes';
import { choiceIn, numberIn, textIn } from '../../app/search';
import { PROVIDERS, type ProviderId, STEPS, type StepId } from './connection/choices';
import { STANDINGS, type Standing } from './moves/reads';
import { PROVISIONING_VIEWS, type ProvisioningSearch } from './provisioning/views';

type Search = Record<string, unknown>;

interface ConnectionSearch {
  /** Left out: the first step that is not done, or the overview of a connection that is in use. */
  readonly step?: StepId;
  /** Whose names the fields have. */
  readonly provider?: ProviderId;
}

interface MovesSearch {
  /** The connection that people leave, and the one that they go to. */
  readonly from?: number;
  readonly to?: number;
  readonly standing?: Standing;
  /** Pages of the two lists. */
  readonly people?: number;
  readonly waves?: number;
}

const OUTCOMES = ['ok', 'failed'] as const;

const connectionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso',
  validateSearch: ({ page }: Search): { readonly page?: number } => numberIn({ page }, 'page'),
  component: lazyRouteComponent(() => import('./connections'), 'Connections'),
});

const newConnectionRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso/new',
  component: lazyRouteComponent(() => import('./connection/new-connection'), 'NewConnection'),
});

const movesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso/moves',
  validateSearch: (search: Search): MovesSearch => ({
    ...numberIn(search, 'from'),
    ...numberIn(search, 'to'),
    ...choiceIn(search, 'standing', STANDINGS),
    ...numberIn(search, 'people'),
    ...numberIn(search, 'waves'),
  }),
  component: lazyRouteComponent(() => import('./moves/moves'), 'Moves'),
});

const connectionRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso/$connection',
  validateSearch: (search: Search): ConnectionSearch => ({
    ...choiceIn(search, 'step', STEPS),
    ...choiceIn(search, 'provider', PROVIDERS),
  }),
  component: lazyRouteComponent(() => import('./connection/connection'), 'ConnectionPage'),
});

const enforcementRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/enforcement',
  component: lazyRouteComponent(() => import('./enforcement/enforcement'), 'EnforcementPage'),
});

const provisioningRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/provisioning',
  validateSearch: (search: Search): ProvisioningSearch => ({
    ...choiceIn(search, 'view', PROVISIONING_VIEWS),
    ...numberIn(search, 'page'),
    ...choiceIn(search, 'status', OUTCOMES),
    ...numberIn(search, 'token'),
    ...textIn(search, 'resource'),
    ...dayIn(search, 'since'),
    ...dayIn(search, 'until'),
    ...numberIn(search, 'before'),
  }),
  component: lazyRouteComponent(() => import('./provisioning/provisioning'), 'Provisioning'),
});

export const signOnRoutes = [connectionsRoute, newConnectionRoute, movesRoute, connectionRoute, enforcementRoute, provisioningRoute];
