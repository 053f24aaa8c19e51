import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { openRoute } from '../../app/routes';

const resetRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('./password-reset'), 'PasswordReset'),
});

const verificationRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/email-verification',
  component: lazyRouteComponent(() => import('./email-verification'), 'EmailVerification'),
});

const invitationRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/invitations',
  component: lazyRouteComponent(() => import('./invitation'), 'Invitation'),
});

/** The form of links that earlier versions mailed. */
const invitationInPathRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('./invitation'), 'Invitation'),
});

export const doorRoutes = [resetRoute, verificationRoute, invitationRoute, invitationInPathRoute];
