import type { components } from '@headgate/client';

type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];
/** In the form of a request body. */
export type SignedByPasskey = components['schemas']['RegisterWebauthnBody']['attestation'];
type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];

/**
 * Has the person prove a passkey. @returns what the service checks, or null when the person cancelled @throws TypeError
 * on invalid options
 */
export async function provePasskey(options: object): Promise<SignedByPasskey | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestOptions);
  return jsonOf(navigator.credentials.get({ publicKey }));
}

/** Has the person make a passkey on this device or another. */
export async function makePasskey(options: object): Promise<SignedByPasskey | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions);
  return jsonOf(navigator.credentials.create({ publicKey }));
}

async function jsonOf(asked: Promise<Credential | null>): Promise<SignedByPasskey | null> {
  try {
    const credential = await asked;
    return credential === null ? null : { ...(credential as PublicKeyCredential).toJSON() };
  } catch (error) {
    // The person closed the dialog of the browser, or it timed out.
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
}

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
