import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../app/routes';
import { numberIn, textIn } from '../../app/search';

interface QuestionsSearch {
  readonly organization?: number;
  readonly workspace?: number;
  /** Only those of this data source. */
  readonly source?: number;
  readonly search?: string;
  readonly page?: number;
}

const ofList = (search: Record<string, unknown>): QuestionsSearch => ({
  ...numberIn(search, 'organization'),
  ...numberIn(search, 'workspace'),
  ...numberIn(search, 'source'),
  ...textIn(search, 'search'),
  ...numberIn(search, 'page'),
});

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/saved-questions',
  validateSearch: ofList,
  component: lazyRouteComponent(() => import('./saved-question'), 'SavedQuestions'),
});

const questionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/saved-questions/$question',
  component: lazyRouteComponent(() => import('./saved-question'), 'SavedQuestion'),
});

const boardsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/saved-questions/boards',
  validateSearch: ofList,
  component: lazyRouteComponent(() => import('./saved-question'), 'BoardList'),
});

const boardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/saved-questions/boards/$board',
  component: lazyRouteComponent(() => import('./saved-question'), 'BoardPage'),
});

export const savedQuestionRoutes = [listRoute, questionRoute, boardsRoute, boardRoute];
