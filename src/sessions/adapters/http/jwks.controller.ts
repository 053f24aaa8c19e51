import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { ReadKeySet } from '../../application/read-key-set.js';

const PublicKey = component(
  'PublicKey',
  z.object({
    kty: z.string(),
    crv: z.string(),
    x: z.string(),
    y: z.string(),
    kid: z.string(),
    use: z.literal('sig'),
    alg: z.literal('ES256'),
  }),
  {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    kid: 'b0c9',
    use: 'sig',
    alg: 'ES256',
  },
);

@ApiTags('Authentication')
@Controller('.well-known')
export class JwksController {
  constructor(private readonly readKeySet: ReadKeySet) {}

  @Public()
  @Get('jwks.json')
  // Shorter than the time between the publication of a new key and its first signature.
  @Header('Cache-Control', 'public, max-age=300')
  @Operation({
    id: 'readKeySet',
    summary: 'List the public keys that verify access tokens (RFC 7517)',
    status: 200,
    answer: z.object({ keys: listOf(PublicKey) }),
    errors: [],
  })
  async jwks() {
    return { keys: await this.readKeySet.execute() };
  }
}
