import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { component, id, moment } from '../../../platform/http/response-schemas.js';
import { type ServiceKey, keyIdOf } from '../../domain/service-key.js';

export const SsoServiceKey = component(
  'SsoServiceKey',
  z.object({
    id,
    is_current: z.boolean().meta({ description: 'Whether this one signs.' }),
    fingerprint: z.string().meta({ description: 'SHA-256 of the DER form, in lower-case hexadecimal.' }),
    certificate: z.string().meta({ description: 'PEM, RSA; what providers of SAML and Entra ID are given.' }),
    not_after: moment,
    created_at: moment,
  }),
  {
    id: 2,
    is_current: true,
    fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    certificate: '-----BEGIN CERTIFICATE-----\nMIID0TCCAjmgAwIBAgIQ…\n-----END CERTIFICATE-----\n',
    not_after: '2036-11-20T09:15:00.000Z',
    created_at: '2026-11-20T09:15:00.000Z',
  },
);

export function toServiceKey(key: ServiceKey): z.infer<typeof SsoServiceKey> {
  return {
    id: key.id,
    is_current: key.isCurrent,
    fingerprint: key.fingerprint,
    certificate: key.certificate,
    not_after: key.notAfter.toISOString(),
    created_at: key.createdAt.toISOString(),
  };
}

/** RFC 7517; by `n` and `e`, as providers read it. */
export const PublishedKey = component(
  'SsoPublishedKey',
  z.object({
    kty: z.string(),
    n: z.string(),
    e: z.string(),
    kid: z.string(),
    use: z.literal('sig'),
    alg: z.literal('RS256'),
    'x5t#S256': z.string(),
  }),
  {
    kty: 'RSA',
    n: 'u1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gunVTLw7onLRnrq0_IzW7yWR7QkrmBL7jTKEn5u…',
    e: 'AQAB',
    kid: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
    use: 'sig',
    alg: 'RS256',
    'x5t#S256': 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  },
);

export function toPublishedKey(key: ServiceKey): z.infer<typeof PublishedKey> {
  const { n = '', e = '', kty = '' } = createPublicKey(key.certificate).export({ format: 'jwk' });
  const kid = keyIdOf(key);
  return { kty, n, e, kid, use: 'sig', alg: 'RS256', 'x5t#S256': kid };
}
