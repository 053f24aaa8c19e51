import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { trailSearch } from './search';

const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/audit',
  validateSearch: trailSearch,
  component: lazyRouteComponent(() => import('./audit-page'), 'AuditPage'),
});

export const auditRoutes = [auditRoute];
