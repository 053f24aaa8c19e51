import { LoginNotRepeated, type SsoFault, SsoFailed } from '../../domain/sso.errors.js';
import type { Sentence } from '../../../shared/sentence.js';

const SENTENCES: Partial<Record<SsoFault, Sentence>> = {
  PROVIDER_MISCONFIGURED: 'The connection to the identity provider is not set up correctly.',
  PROVIDER_UNREACHABLE: 'The identity provider could not be reached.',
  RESPONSE_MALFORMED: 'The answer of the identity provider cannot be read.',
  SIGNATURE_INVALID: 'The answer of the identity provider is not signed as required.',
  ALGORITHM_REFUSED: 'The identity provider signs or encrypts in a way that is not accepted here. Ask your administrator.',
  DECRYPTION_FAILED: 'The answer of the identity provider cannot be decrypted. Ask your administrator.',
  ISSUER_MISMATCH: 'The answer comes from another identity provider.',
  AUDIENCE_MISMATCH: 'The answer of the identity provider is meant for another service.',
  DESTINATION_MISMATCH: 'The answer of the identity provider was sent for another address.',
  RECIPIENT_MISMATCH: 'The answer of the identity provider was made for another address.',
  STATUS_NOT_SUCCESS: 'The identity provider did not log you in.',
  NOT_TIMELY: 'The answer of the identity provider is too old, or its clock is wrong.',
  LOGIN_NOT_REPEATED: new LoginNotRepeated().sentence,
  REQUEST_MISMATCH: 'The answer of the identity provider belongs to another login.',
};

/** @param reason for operators: may hold what the provider sent, so it is cut */
export function refuse(fault: SsoFault, reason: string): never {
  throw new SsoFailed(fault, SENTENCES[fault] ?? 'The login did not succeed.', reason.slice(0, 300));
}
