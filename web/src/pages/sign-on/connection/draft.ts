import type { ConfigBody, SsoConnection } from './read-connection';

/**
 * The addresses that a provider has to be told hold the number of the connection, and a provider tells its own values only afterwards. So
 * a connection begins with values that lead nowhere: a name that RFC 2606 keeps from ever existing, and a certificate that ran out in the
 * year 2000, which the service lets nobody in by.
 */
const NOWHERE = 'https://not-entered-yet.invalid';

const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBGjCBwgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9ub3QgZW50ZXJlZCB5
ZXQwHhcNMDAwMTAxMDAwMDAwWhcNMDAwMTAyMDAwMDAwWjAaMRgwFgYDVQQDDA9u
b3QgZW50ZXJlZCB5ZXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATxnvz86ar5
drJkQBHdBDZJJJPPs0JY+IBw17726IRwYkDuhwFb11sQPzQXUH+hTqdZbh5Ant7/
evABZ2kXDC7HMAoGCCqGSM49BAMCA0cAMEQCID0rGyiGWzDgiqK2bfjzevvCOjNI
5D9wO4WMNULzE8clAiBAZkOtOb9yzwOFVVCWz+nUKdw2HEDb/Zuhii+2Ns9uKw==
-----END CERTIFICATE-----
`;

export function configOfDraft(type: 'oidc' | 'saml'): ConfigBody {
  if (type === 'oidc') return { issuer: NOWHERE, client_id: 'not-entered-yet' };
  return { entity_id: NOWHERE, sign_on_url: `${NOWHERE}/`, certificates: [EXPIRED_CERTIFICATE] };
}

/** Whether somebody has entered what the provider says of itself. */
export function isConfigured({ issuer }: Pick<SsoConnection, 'issuer'>): boolean {
  return issuer !== NOWHERE;
}
