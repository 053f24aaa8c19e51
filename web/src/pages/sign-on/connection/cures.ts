import type { ConnectionTest } from './read-connection';
import type { StepId } from './choices';

type TestStep = ConnectionTest['steps'][number];

/** The field of the form in which a fault of a test is corrected. */
export type CuredField = 'issuer' | 'authentication' | 'metadataUrl' | 'certificates' | 'entityId' | 'email' | 'directory' | 'ours';

export type CureText =
  | 'address'
  | 'secret'
  | 'refusedClient'
  | 'codeFlow'
  | 'certificate'
  | 'metadata'
  | 'signature'
  | 'algorithm'
  | 'encryption'
  | 'issuerDiffers'
  | 'ourValues'
  | 'clock'
  | 'notRepeated'
  | 'noEmail'
  | 'notVerified'
  | 'domain'
  | 'refused'
  | 'groups'
  | 'groupsWithheld'
  | 'fewerGroups'
  | 'again'
  | 'yourself'
  | 'account';

export interface Cure {
  readonly at: StepId;
  readonly field?: CuredField;
  readonly text: CureText;
}

const OF_STEP: Readonly<Record<string, Cure>> = {
  discovery: { at: 'configuration', field: 'issuer', text: 'address' },
  keys: { at: 'configuration', field: 'issuer', text: 'address' },
  client: { at: 'configuration', field: 'authentication', text: 'secret' },
  code: { at: 'configuration', text: 'codeFlow' },
  email: { at: 'configuration', field: 'directory', text: 'notVerified' },
  tenant: { at: 'configuration', field: 'issuer', text: 'issuerDiffers' },
  certificates: { at: 'configuration', field: 'certificates', text: 'certificate' },
  metadata: { at: 'configuration', field: 'metadataUrl', text: 'metadata' },
  repeat: { at: 'test', text: 'notRepeated' },
  person: { at: 'test', text: 'yourself' },
};

const OF_FAULT: Readonly<Record<string, Cure>> = {
  PROVIDER_UNREACHABLE: { at: 'configuration', field: 'issuer', text: 'address' },
  PROVIDER_MISCONFIGURED: { at: 'configuration', field: 'authentication', text: 'refusedClient' },
  PROVIDER_REFUSED: { at: 'test', text: 'refused' },
  STATUS_NOT_SUCCESS: { at: 'test', text: 'refused' },
  SIGNATURE_INVALID: { at: 'configuration', field: 'certificates', text: 'signature' },
  ALGORITHM_REFUSED: { at: 'configuration', field: 'ours', text: 'algorithm' },
  DECRYPTION_FAILED: { at: 'configuration', field: 'ours', text: 'encryption' },
  ISSUER_MISMATCH: { at: 'configuration', field: 'entityId', text: 'issuerDiffers' },
  TENANT_MISMATCH: { at: 'configuration', field: 'issuer', text: 'issuerDiffers' },
  AUDIENCE_MISMATCH: { at: 'configuration', field: 'ours', text: 'ourValues' },
  DESTINATION_MISMATCH: { at: 'configuration', field: 'ours', text: 'ourValues' },
  RECIPIENT_MISMATCH: { at: 'configuration', field: 'ours', text: 'ourValues' },
  LOGIN_NOT_REPEATED: { at: 'test', text: 'notRepeated' },
  NOT_TIMELY: { at: 'test', text: 'clock' },
  EMAIL_MISSING: { at: 'configuration', field: 'email', text: 'noEmail' },
  EMAIL_NOT_VERIFIED: { at: 'configuration', field: 'directory', text: 'notVerified' },
  EMAIL_DOMAIN_NOT_OWNED: { at: 'domain', text: 'domain' },
  NO_ACCOUNT: { at: 'test', text: 'account' },
  ACCOUNT_NOT_ACTIVE: { at: 'test', text: 'account' },
  EMAIL_MISMATCH: { at: 'test', text: 'account' },
  IDENTITY_CONFLICT: { at: 'test', text: 'account' },
};

/** What a login would make of groups may be as it should, although the report notes it. */
function cureOfGroups(roles: NonNullable<ConnectionTest['outcome']>['roles'] | undefined): Cure | null {
  if (roles?.decided_by === 'directory') return null;
  if (roles?.is_withheld === true) return { at: 'overview', text: 'groupsWithheld' };
  return roles?.groups_said === 'incomplete' ? { at: 'test', text: 'fewerGroups' } : { at: 'overview', text: 'groups' };
}

const AGAIN: Cure = { at: 'test', text: 'again' };

/** Where to correct what a step of a test found; nothing if it passed. */
export function cureOf({ step, outcome }: TestStep, test: ConnectionTest): Cure | null {
  if (outcome === 'passed') return null;
  if (step === 'response') return OF_FAULT[test.outcome?.fault ?? ''] ?? AGAIN;
  if (step === 'login') return OF_FAULT[test.outcome?.would?.fault ?? ''] ?? AGAIN;
  if (step === 'mapping') {
    const hasEmail = (test.outcome?.mapping?.email ?? null) !== null;
    return OF_FAULT[hasEmail ? 'EMAIL_NOT_VERIFIED' : 'EMAIL_MISSING'] ?? AGAIN;
  }
  if (step === 'groups') return cureOfGroups(test.outcome?.roles);
  return OF_STEP[step] ?? AGAIN;
}

/** What the last test holds against the configuration as it is, by the field that cures it. */
export function faultsOf(test: ConnectionTest | undefined, version: number): ReadonlyMap<CuredField, CureText> {
  if (test === undefined || test.configuration_version !== version) return new Map();
  const failed = test.steps.filter(({ outcome }) => outcome === 'failed');
  const cures = failed.map((step) => cureOf(step, test));
  return new Map(cures.flatMap((cure) => (cure?.field === undefined ? [] : [[cure.field, cure.text] as const])));
}
