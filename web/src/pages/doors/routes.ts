import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { openRoute } from '../../app/routes';

/** Small, because the first page has it: these pages come with the mails that lead to them. */
const door = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => openRoute, path, component });

const invitation = lazyRouteComponent(() => import('./invitation'), 'Invitation');

export const doorRoutes = [
  door(
    '/password-reset',
    lazyRouteComponent(() => import('./password-reset'), 'PasswordReset'),
  ),
  door(
    '/email-verification',
    lazyRouteComponent(() => import('./email-verification'), 'EmailVerification'),
  ),
  door('/invitations', invitation),
  // The form of links that earlier versions mailed.
  door('/invitations/$token', invitation),
];
