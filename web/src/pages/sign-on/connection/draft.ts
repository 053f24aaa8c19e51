import type { ConfigBody, SsoConnection } from './read-connection';

/**
 * The addresses that a provider has to be told hold the number of the connection, and a provider tells its own values only afterwards. So
 * a connection begins with values that lead nowhere: a name that RFC 2606 keeps from ever existing, and a certificate that ran out in the
 * year 2000, which the service lets nobody in by.
 */
const NOWHERE = 'https://not-entered-yet.invalid';

const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICqDCCAZACAQEwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPbm90IGVudGVy
ZWQgeWV0MB4XDTAwMDEwMTAwMDAwMFoXDTAwMDEwMjAwMDAwMFowGjEYMBYGA1UE
AwwPbm90IGVudGVyZWQgeWV0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
AQEAyEpzJZiYGWGyhuQBCwMeP4O6XiNLvhhLLJ/CMOAEFuBpsmUFhc6YDQnL1yP9
STM/AT7u34xXPW4Sow9Xsu/hllGQBSHO/BfOW2U0z1+7Az6ojxP0mLYG3iK+RDHD
2pcnCy9BD5hPCirm/V7qFDGVTe78Gk9cIO2etTPJixDqveK4d82uWJNqY7os2hu4
OXgH5Sw7GPQ9Smf9k7408jlO7T0OxMQRNYyTIpzkj4d3BzS3lrCzVtQRkW+q2lPU
qWHq2ZyurH5RoB6sR9JeOtzDW5kLQGV2fzb4wn9kZiEcnTFqc1neRV9WRLd9LDr/
f2NgcQr/bRF+UTR1M7QAYUD2nQIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQCOQPpT
33TcJwDTgj7P6zW8OU1yQv4EM88qWX/Xep4gryIluV9HMxLimkvioI7IkJ3L8Cm3
xtiHTybsThP18a3HHmBR4uAMEUZGoZ4Ju1BEGmiWww1uHiirddryviwqKXXZORJA
s4MabtL2JzII1wEaWl3J5OqjLJjSqxz7r2aEuPUu+kume0dlYLQyn2G7iYIW6J9M
B+IVCIt8R6Pz9VJMdM825oxWf8Yjh9ljHURN2PV73oaC4JedRasv73bperSFij4m
Q+0pu5/60AhcAC0lXtLNjGxzvWNYM2RC/soyztrqhqwuiVukltINvyFZo4r2Ey2m
2jzwEeoxs8nt84rY
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
