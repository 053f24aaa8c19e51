import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { asProvider, type ProviderId } from './connection/providers';
import { asStep, type StepId } from './connection/steps';

type Search = Record<string, unknown>;

interface ConnectionSearch {
  /** Left out: the first step that is not done, or the overview of a connection that is in use. */
  readonly step?: StepId;
  /** Whose names the fields have. */
  readonly provider?: ProviderId;
}

const wholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;

/** Leaves out what is not said, so that it does not stand in the address. */
function said<Of extends object>(values: { readonly [Key in keyof Of]: Of[Key] | undefined }): Of {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Of;
}

const connectionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso',
  validateSearch: ({ page }: Search): { readonly page?: number } => said({ page: wholeNumber(page) }),
  component: lazyRouteComponent(() => import('./connections'), 'Connections'),
});

const newConnectionRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso/new',
  component: lazyRouteComponent(() => import('./connection/new-connection'), 'NewConnection'),
});

const connectionRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sso/$connection',
  validateSearch: ({ step, provider }: Search): ConnectionSearch =>
    said<ConnectionSearch>({ step: asStep(step), provider: asProvider(provider) }),
  component: lazyRouteComponent(() => import('./connection/connection'), 'ConnectionPage'),
});

export const signOnRoutes = [connectionsRoute, newConnectionRoute, connectionRoute];
