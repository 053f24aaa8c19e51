import type { ServiceKeys } from '../../application/ports/service-keys.js';
import type { SamlConnection } from '../../domain/connection.js';
import { decryptionFailed, openedIn } from './encryption.js';
import { refuse } from './refusal.js';
import { childNamed, isNamed, onlyChild } from './xml-document.js';
import { ASSERTION } from './xml-names.js';

/** Whether keys are needed to read what comes; where they are not, nothing is asked of the database, and nothing waits for it. */
export function mayEncrypt({ settings }: SamlConnection): boolean {
  return settings.assertionEncryption !== 'off';
}

/** PEM. */
export async function decryptingKeysOf(keys: ServiceKeys, { id }: SamlConnection): Promise<readonly string[]> {
  return (await keys.opened(id)).map(({ privateKey }) => privateKey);
}

/** Who it is about, in the clear or encrypted. @param element that the provider has signed @throws SsoFailed */
export function nameIdIn(element: Element, privateKeys: readonly string[]): Element {
  const encrypted = childNamed(element, ASSERTION, 'EncryptedID');
  if (encrypted === null) return onlyChild(element, ASSERTION, 'NameID');
  if (childNamed(element, ASSERTION, 'NameID') !== null)
    refuse('RESPONSE_MALFORMED', `${element.localName} has both NameID and EncryptedID`);
  if (privateKeys.length === 0) refuse('PROVIDER_MISCONFIGURED', 'EncryptedID is not accepted: set assertion_encryption');
  const nameId = openedIn(encrypted, privateKeys);
  return isNamed(nameId, ASSERTION, 'NameID') ? nameId : decryptionFailed();
}
