import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../app/routes';
import { choiceIn, numberIn, textIn } from '../../app/search';
import { trailSearch } from '../audit/search';
import { type InstallationSearch, VIEWS } from './installation-search';

interface AccountsSearch {
  readonly search?: string;
  readonly page?: number;
  /** The account whose sheet is open. */
  readonly account?: number;
  /** The page of its sessions. */
  readonly sessions?: number;
}

const accountsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/accounts',
  validateSearch: (search: Record<string, unknown>): AccountsSearch => ({
    ...textIn(search, 'search'),
    ...numberIn(search, 'page'),
    ...numberIn(search, 'account'),
    ...numberIn(search, 'sessions'),
  }),
  component: lazyRouteComponent(() => import('./accounts'), 'Accounts'),
});

const organizationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/organizations',
  validateSearch: (search: Record<string, unknown>): Pick<AccountsSearch, 'page'> => numberIn(search, 'page'),
  component: lazyRouteComponent(() => import('./organizations'), 'Organizations'),
});

const installationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/audit',
  validateSearch: (search: Record<string, unknown>): InstallationSearch => ({
    ...trailSearch(search),
    ...choiceIn(search, 'view', VIEWS),
    ...textIn(search, 'network'),
  }),
  component: lazyRouteComponent(() => import('./installation-audit'), 'InstallationAudit'),
});

export const adminRoutes = [accountsRoute, organizationsRoute, installationRoute];
