/** Sections of the help, as `page#section`; a test looks each of them up. */
export const TOPICS = {
  ownAddress: 'identity#names-and-addresses',
  secondFactors: 'identity#second-factors',
  trustedDevices: 'identity#trusted-devices',
  accessKeys: 'mcp#make-a-key',
  connections: 'from-passwords-to-sso#2-connect-and-show-whose-domain-it-is',
  connectionTest: 'from-passwords-to-sso#3-test-it-then-activate-it',
  enforcement: 'single-sign-on#required-single-sign-on',
  breakGlass: 'from-passwords-to-sso#4-a-way-in-for-emergencies',
  migrationPlan: 'single-sign-on#the-migration-plan',
  scimTokens: 'connect-okta#what-the-token-may-do',
  groupMappings: 'connect-okta#3-push-groups-and-give-roles',
  accessPolicies: 'policies#how-to-read-a-policy',
  policyText: 'policies#what-a-policy-can-read',
  dataPolicies: 'data-policies#what-a-restriction-does',
  dataPolicyRules: 'tags#rules',
  dataSources: 'data#where-a-data-source-may-be',
  queryRefusals: 'data#the-guard',
  approvals: 'system-administrators#with-an-owners-approval',
} as const;

export type Topic = keyof typeof TOPICS;
