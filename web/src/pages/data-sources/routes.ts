import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../app/routes';
import { choiceIn, numberIn, textIn } from '../../app/search';

interface SourcesSearch {
  readonly organization?: number;
  /** Only what it holds. */
  readonly workspace?: number;
  readonly page?: number;
}

interface SettingsSearch {
  /** The connection is tried at once. */
  readonly test?: true;
}

/** The address says what the explorer shows: a table can be sent to a colleague. */
interface SchemaSearch {
  /** The page of the differences between `from` and `to`. */
  readonly differences?: number;
  readonly view?: 'diagram' | 'changes';
  /** The schema that is open in the tree, or drawn. */
  readonly schema?: string;
  /** The table of `schema` whose sheet is shown. */
  readonly table?: string;
  readonly search?: string;
  readonly page?: number;
  readonly from?: number;
  readonly to?: number;
  /** The discovery that is followed, so that a reload continues with it. */
  readonly discovery?: number;
}

interface QuerySearch {
  readonly view?: 'history';
  readonly page?: number;
  /** The saved question whose statement is in the editor. */
  readonly saved?: number;
  /** Its version when its statement was opened: what others have saved since is not overwritten. */
  readonly version?: number;
  readonly execution?: number;
}

interface AskSearch {
  readonly view?: 'conversations';
  readonly page?: number;
  /** The conversation that is continued, so that a reload does not end it. */
  readonly conversation?: number;
}

interface KnowledgeSearch {
  readonly view?: 'glossary';
  readonly page?: number;
  readonly search?: string;
  /** The pair or the word that is open. */
  readonly entry?: number;
  readonly isNew?: true;
}

interface TagsSearch {
  readonly view?: 'suggestions';
  readonly page?: number;
  readonly search?: string;
}

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources',
  validateSearch: (search: Record<string, unknown>): SourcesSearch => ({
    ...numberIn(search, 'organization'),
    ...numberIn(search, 'workspace'),
    ...numberIn(search, 'page'),
  }),
  component: lazyRouteComponent(() => import('./sources/sources-page'), 'SourcesPage'),
});

const newRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/new',
  validateSearch: (search: Record<string, unknown>): Omit<SourcesSearch, 'page'> => ({
    ...numberIn(search, 'organization'),
    ...numberIn(search, 'workspace'),
  }),
  component: lazyRouteComponent(() => import('./sources/new-source'), 'NewSource'),
});

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/$source/settings',
  validateSearch: ({ test }: Record<string, unknown>): SettingsSearch => (test === true ? { test } : {}),
  component: lazyRouteComponent(() => import('./sources/source-settings'), 'SourceSettings'),
});

const VIEWS: readonly unknown[] = ['diagram', 'changes'];

const schemaRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/$source/schema',
  validateSearch: (search: Record<string, unknown>): SchemaSearch => ({
    ...(VIEWS.includes(search['view']) && { view: search['view'] as 'diagram' | 'changes' }),
    ...textIn(search, 'schema'),
    ...textIn(search, 'table'),
    ...textIn(search, 'search'),
    ...numberIn(search, 'page'),
    ...numberIn(search, 'from'),
    ...numberIn(search, 'to'),
    ...numberIn(search, 'discovery'),
    ...numberIn(search, 'differences'),
  }),
  component: lazyRouteComponent(() => import('./schema/schema-page'), 'SchemaPage'),
});

const queryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/$source/query',
  validateSearch: (search: Record<string, unknown>): QuerySearch => ({
    ...(search['view'] === 'history' && { view: 'history' as const }),
    ...numberIn(search, 'page'),
    ...numberIn(search, 'saved'),
    ...numberIn(search, 'version'),
    ...numberIn(search, 'execution'),
  }),
  component: lazyRouteComponent(() => import('./query/query-page'), 'QueryPage'),
});

const askRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/$source/ask',
  validateSearch: (search: Record<string, unknown>): AskSearch => ({
    ...(search['view'] === 'conversations' && { view: 'conversations' as const }),
    ...numberIn(search, 'page'),
    ...numberIn(search, 'conversation'),
  }),
  component: lazyRouteComponent(() => import('./ask/ask-page'), 'AskPage'),
});

const knowledgeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/$source/knowledge',
  validateSearch: (search: Record<string, unknown>): KnowledgeSearch => ({
    ...(search['view'] === 'glossary' && { view: 'glossary' as const }),
    ...numberIn(search, 'page'),
    ...textIn(search, 'search'),
    ...numberIn(search, 'entry'),
    ...(search['isNew'] === true && { isNew: true as const }),
  }),
  component: lazyRouteComponent(() => import('./knowledge/knowledge-page'), 'KnowledgePage'),
});

const tagsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/data-sources/$source/tags',
  validateSearch: (search: Record<string, unknown>): TagsSearch => ({
    ...choiceIn(search, 'view', ['suggestions'] as const),
    ...numberIn(search, 'page'),
    ...textIn(search, 'search'),
  }),
  component: lazyRouteComponent(() => import('./tags/tags-page'), 'TagsPage'),
});

export const dataSourceRoutes = [listRoute, newRoute, settingsRoute, schemaRoute, queryRoute, askRoute, knowledgeRoute, tagsRoute];
