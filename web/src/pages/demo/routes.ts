import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { openRoute } from '../../app/routes';

const demoRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/demo',
  component: lazyRouteComponent(() => import('./demo'), 'Demo'),
});

export const demoRoutes = [demoRoute];
