import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { SigningKey } from '../../domain/signing-key.js';

export const signingKeySchema = new EntitySchema<SigningKey>({
  name: 'signing_keys',
  tableName: 'signing_keys',
  columns: {
    kid: { type: 'text', primary: true },
    publicJwk: { name: 'public_jwk', type: 'jsonb' },
    privateKeySealed: { name: 'private_key_sealed', type: 'text' },
    signsFrom: { name: 'signs_from', type: 'timestamptz' },
    acceptedUntil: { name: 'accepted_until', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<SigningKey>,
});
