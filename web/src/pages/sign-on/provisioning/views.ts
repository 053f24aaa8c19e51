export const PROVISIONING_VIEWS = ['tokens', 'groups', 'log', 'people'] as const;

export type ProvisioningView = (typeof PROVISIONING_VIEWS)[number];
