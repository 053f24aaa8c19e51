import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../app/routes';
import { choiceIn, numberIn, textIn } from '../../app/search';
import { SORTS, STATUSES, type TemplatesSearch } from './templates-search';

const TABS = ['parameters', 'versions'] as const;

interface EditorSearch {
  readonly tab?: (typeof TABS)[number];
  /** Versions that are compared. */
  readonly from?: number;
  readonly to?: number | 'draft';
  /** Page of the list of versions. */
  readonly page?: number;
}

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/templates',
  validateSearch: (search: Record<string, unknown>): TemplatesSearch => ({
    ...numberIn(search, 'organization'),
    ...numberIn(search, 'workspace'),
    ...choiceIn(search, 'status', STATUSES),
    ...textIn(search, 'category'),
    ...textIn(search, 'tag'),
    ...textIn(search, 'search'),
    ...choiceIn(search, 'sort', SORTS),
    ...numberIn(search, 'page'),
  }),
  component: lazyRouteComponent(() => import('./templates-page'), 'TemplatesPage'),
});

const newRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/templates/new',
  validateSearch: (search: Record<string, unknown>): Pick<TemplatesSearch, 'organization' | 'workspace'> => ({
    ...numberIn(search, 'organization'),
    ...numberIn(search, 'workspace'),
  }),
  component: lazyRouteComponent(() => import('./edit/new-template'), 'NewTemplate'),
});

const viewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/templates/$template',
  validateSearch: (search: Record<string, unknown>): Pick<TemplatesSearch, 'page'> => numberIn(search, 'page'),
  component: lazyRouteComponent(() => import('./template-page'), 'TemplatePage'),
});

const editRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/templates/$template/edit',
  validateSearch: (search: Record<string, unknown>): EditorSearch => ({
    ...choiceIn(search, 'tab', TABS),
    ...numberIn(search, 'from'),
    ...(search['to'] === 'draft' ? { to: 'draft' as const } : numberIn(search, 'to')),
    ...numberIn(search, 'page'),
  }),
  component: lazyRouteComponent(() => import('./edit/editor-page'), 'EditorPage'),
});

export const templateRoutes = [listRoute, newRoute, viewRoute, editRoute];
