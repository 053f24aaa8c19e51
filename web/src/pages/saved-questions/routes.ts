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

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/saved-questions',
  validateSearch: (search: Record<string, unknown>): QuestionsSearch => ({
    ...numberIn(search, 'organization'),
    ...numberIn(search, 'workspace'),
    ...numberIn(search, 'source'),
    ...textIn(search, 'search'),
    ...numberIn(search, 'page'),
  }),
  component: lazyRouteComponent(() => import('./saved-question'), 'SavedQuestions'),
});

/** How its answer is arranged. */
interface AnswerSearch {
  readonly sort?: number;
  readonly pin?: number;
}

const questionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/saved-questions/$question',
  validateSearch: (search: Record<string, unknown>): AnswerSearch => ({ ...numberIn(search, 'sort'), ...numberIn(search, 'pin') }),
  component: lazyRouteComponent(() => import('./saved-question'), 'SavedQuestion'),
});

export const savedQuestionRoutes = [listRoute, questionRoute];
