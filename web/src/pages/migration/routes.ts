import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { peopleSearchOf } from './people-search';

const migrationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/migration',
  component: lazyRouteComponent(() => import('./migration'), 'Migration'),
});

const peopleRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/migration/people',
  validateSearch: peopleSearchOf,
  component: lazyRouteComponent(() => import('./people'), 'People'),
});

const waveRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/migration/waves/$number',
  component: lazyRouteComponent(() => import('./wave'), 'WavePage'),
});

export const migrationRoutes = [migrationRoute, peopleRoute, waveRoute];
