import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { openRoute } from '../../app/routes';

interface SignInSearch {
  /** The page that was asked for; checked by `safeNext` before anybody goes there. */
  readonly next?: string;
}

const signInRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/signin',
  validateSearch: ({ next }: Record<string, unknown>): SignInSearch => (typeof next === 'string' ? { next } : {}),
  component: lazyRouteComponent(() => import('./sign-in'), 'SignIn'),
});

export const signInRoutes = [signInRoute];
