import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { numberIn } from '../../app/search';
import { trailSearch } from './search';

const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/audit',
  validateSearch: trailSearch,
  component: lazyRouteComponent(() => import('./audit-page'), 'AuditPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks'), 'Webhooks'),
});

const webhookRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/webhooks/$webhook',
  validateSearch: (search: Record<string, unknown>) => numberIn(search, 'page'),
  component: lazyRouteComponent(() => import('./webhooks/webhook'), 'WebhookPage'),
});

export const auditRoutes = [auditRoute, webhooksRoute, webhookRoute];
