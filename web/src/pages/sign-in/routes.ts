import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { openRoute } from '../../app/routes';
import { SignIn } from './sign-in';

interface SignInSearch {
  /** The page that was asked for; `safeNext` checks it before the browser goes there. */
  readonly next?: string;
  /** Beyond the first: each has its own place in the history of the browser. */
  readonly depth?: number;
  /** For people who may use their password although others with such an address may not. */
  readonly by?: 'password';
  /** The session of this tab was ended elsewhere, or by its time. */
  readonly over?: true;
}

const signInRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/signin',
  validateSearch: ({ next, depth, by, over }: Record<string, unknown>): SignInSearch => ({
    ...(typeof next === 'string' && { next }),
    ...(typeof depth === 'number' && { depth }),
    ...(by === 'password' && { by }),
    ...(over === true && { over }),
  }),
  // Not lazy: it is the first page of most, and comes with what all pages need.
  component: SignIn,
});

const deviceRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/signin/device',
  component: lazyRouteComponent(() => import('./device-offer'), 'DeviceOffer'),
});

const signedInAtProviderRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/signed-in',
  component: lazyRouteComponent(() => import('./signed-in'), 'SignedIn'),
});

const linkRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/signin/link',
  component: lazyRouteComponent(() => import('./link'), 'Link'),
});

export const signInRoutes = [signInRoute, deviceRoute, signedInAtProviderRoute, linkRoute];
