import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { choiceIn, numberIn } from '../../app/search';
import { INVITATION_STATUSES, listSearch } from './search';

const indexRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./landing'), 'Landing'),
});

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...choiceIn(search, 'view', ['coming']),
    ...numberIn(search, 'invited'),
    ...numberIn(search, 'expected'),
  }),
  component: lazyRouteComponent(() => import('./members/members'), 'Members'),
});

const memberRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members/$user',
  component: lazyRouteComponent(() => import('./members/member'), 'MemberPage'),
});

const invitationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/invitations',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...choiceIn(search, 'status', INVITATION_STATUSES),
  }),
  component: lazyRouteComponent(() => import('./invitations/invitations'), 'Invitations'),
});

const rolesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/roles',
  component: lazyRouteComponent(() => import('./roles/roles'), 'Roles'),
});

const newRoleRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/roles/new',
  component: lazyRouteComponent(() => import('./roles/new-role'), 'NewRole'),
});

const roleRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/roles/$role',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./roles/role'), 'RolePage'),
});

const workspacesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/workspaces',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./workspaces/workspaces'), 'Workspaces'),
});

const workspaceRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/workspaces/$workspace',
  component: lazyRouteComponent(() => import('./workspaces/workspace'), 'WorkspacePage'),
});

const questionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/questions',
  component: lazyRouteComponent(() => import('./questions/questions'), 'Questions'),
});

export const organizationRoutes = [
  indexRoute,
  membersRoute,
  memberRoute,
  invitationsRoute,
  rolesRoute,
  newRoleRoute,
  roleRoute,
  workspacesRoute,
  workspaceRoute,
  questionsRoute,
];
