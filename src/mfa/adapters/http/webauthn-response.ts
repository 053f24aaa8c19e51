import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';

const requirement = z.enum(['required', 'preferred', 'discouraged']);

const milliseconds = z.int().meta({ description: 'Milliseconds.' });

const descriptors = listOf(z.object({ id: z.string(), type: z.string(), transports: listOf(z.string()).optional() }));

export const AssertionOptions = component(
  'PublicKeyCredentialRequestOptions',
  z.object({
    challenge: z.string(),
    rpId: z.string().optional(),
    timeout: milliseconds.optional(),
    allowCredentials: descriptors.optional(),
    userVerification: requirement.optional(),
  }),
  {
    challenge: 'x3uTzQ7l9dEoYpJmWbKcVg',
    rpId: 'headgate.example',
    timeout: 300_000,
    allowCredentials: [{ id: 'AbCdEf', type: 'public-key', transports: ['internal'] }],
    userVerification: 'preferred',
  },
  'W3C Web Authentication level 3, for `PublicKeyCredential.parseRequestOptionsFromJSON()`.',
);

export const RegistrationOptions = component(
  'PublicKeyCredentialCreationOptions',
  z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: listOf(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: milliseconds.optional(),
    attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
    excludeCredentials: descriptors.optional(),
    authenticatorSelection: z
      .object({
        residentKey: requirement.optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: requirement.optional(),
      })
      .optional(),
    hints: listOf(z.string()).optional(),
    extensions: z.object({ credProps: z.boolean().optional() }).optional(),
  }),
  {
    challenge: 'x3uTzQ7l9dEoYpJmWbKcVg',
    rp: { id: 'headgate.example', name: 'Headgate' },
    user: { id: 'NQ', name: 'mia', displayName: '' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    hints: [],
    extensions: { credProps: true },
  },
  'W3C Web Authentication level 3, for `PublicKeyCredential.parseCreationOptionsFromJSON()`.',
);
