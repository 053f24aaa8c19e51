/** What the address of a connection may name. Apart from the rest, because every page reads addresses. */
export const PROVIDERS = ['okta', 'entra', 'google', 'other'] as const;

export type ProviderId = (typeof PROVIDERS)[number];

export const STEPS = ['overview', 'domain', 'configuration', 'test', 'activate'] as const;

export type StepId = (typeof STEPS)[number];
