import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../../app/routes';
import { asProvider, type ProviderId } from './connection/providers';
import { asStep, type StepId } from './connection/steps';
import { PROVISIONING_VIEWS, type ProvisioningView } from './provisioning/views';

type Search = Record<string, unknown>;

interface ConnectionSearch {
  /** Left out: the first step that is not done, or the overview of a connection that is in use. */
  readonly step?: StepId;
  /** Whose names the fields have. */
  readonly provider?: ProviderId;
}

export interface ProvisioningSearch {
  readonly view?: ProvisioningView | undefined;
  readonly page?: number | undefined;
  readonly status?: 'ok' | 'failed' | undefined;
  readonly token?: number | undefined;
  readonly resource?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Reads on where the list of 10,000 ends. */
  readonly before?: number | undefined;
}

const wholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

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

const enforcementRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/enforcement',
  component: lazyRouteComponent(() => import('./enforcement/enforcement'), 'EnforcementPage'),
});

const provisioningRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/provisioning',
  validateSearch: (search: Search): ProvisioningSearch =>
    said<ProvisioningSearch>({
      view: PROVISIONING_VIEWS.find((view) => view === search['view']),
      page: wholeNumber(search['page']),
      status: search['status'] === 'ok' || search['status'] === 'failed' ? search['status'] : undefined,
      token: wholeNumber(search['token']),
      resource: text(search['resource']),
      since: text(search['since']),
      until: text(search['until']),
      before: wholeNumber(search['before']),
    }),
  component: lazyRouteComponent(() => import('./provisioning/provisioning'), 'Provisioning'),
});

export const signOnRoutes = [
  connectionsRoute,
  newConnectionRoute,
  connectionRoute,
  enforcementRoute,
  provisioningRoute,
];
