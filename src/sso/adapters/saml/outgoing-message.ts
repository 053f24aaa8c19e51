import type { ServiceKeys, SigningKey } from '../../application/ports/service-keys.js';
import type { Binding, SamlConnection } from '../../domain/connection.js';
import { type Onward, redirectTo } from '../../domain/onward.js';
import { postedForm } from './post-binding.js';
import { redirectUrl } from './redirect-binding.js';
import { refuse } from './refusal.js';

interface Outgoing {
  readonly kind: 'SAMLRequest' | 'SAMLResponse';
  readonly address: string;
  readonly binding: Binding;
  readonly xml: string;
  readonly relayState: string | null;
}

/** By the binding that the provider takes, signed if the connection signs its requests. @throws SsoFailed */
export async function sentBy(keys: ServiceKeys, connection: SamlConnection, message: Outgoing): Promise<Onward> {
  const { kind, address, binding, xml, relayState } = message;
  const key = await requestKeyOf(keys, connection);
  if (binding === 'post') return postedForm(address, kind, xml, relayState, key);
  return redirectTo(redirectUrl(address, kind, xml, relayState, key?.privateKey ?? null));
}

/** `null`: the requests of the connection are not signed. */
async function requestKeyOf(keys: ServiceKeys, { id, settings }: SamlConnection): Promise<SigningKey | null> {
  if (!settings.signsRequests) return null;
  return (await keys.current(id)) ?? refuse('PROVIDER_MISCONFIGURED', 'this service has no key to sign requests with');
}
