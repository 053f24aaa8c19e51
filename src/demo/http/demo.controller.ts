import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { z } from 'zod';
import { Config } from '../../platform/config/config.js';
import { Public } from '../../platform/http/authentication.guard.js';
import { Operation } from '../../platform/http/operation.js';
import { forReader } from '../../platform/http/request-context.js';
import { listOf } from '../../platform/http/response-schemas.js';
import type { Fixed } from '../../shared/sentence.js';
import { DEMO_ACCOUNTS, PUBLISHED_SECRETS, DEMO_TOTP } from '../demo-data.js';
import { Mailbox } from '../mailbox.js';
import { CLIENT, samlAddressesAt } from '../stand-ins/addresses.js';
import { KNOWN_PEOPLE } from '../stand-ins/people.js';
import { StandIns } from '../stand-ins/stand-ins.js';
import { LocalRequestGuard } from './local-request.guard.js';

const Demo = z.object({
  accounts: listOf(z.object({ username: z.string(), email: z.string(), about: z.string() })),
  secrets: z.object({
    password: z.string(),
    totp: z.object({ username: z.string(), secret: z.string() }),
    scim_token: z.string(),
  }),
  identity_provider: z.object({
    address: z.string(),
    oidc: z.object({
      issuer: z.string(),
      discovery_url: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
    }),
    saml: z.object({
      entity_id: z.string(),
      metadata_url: z.string(),
      sign_on_url: z.string(),
      logout_url: z.string(),
    }),
    people: listOf(z.object({ email: z.string(), about: z.string(), groups: listOf(z.string()) })),
  }),
  language_model: z.object({ base_url: z.string(), name: z.string(), is_stand_in: z.boolean() }).nullable(),
  mails: z.object({ url: z.string(), directory: z.string().nullable() }),
  dns: z.object({ url: z.string() }),
  tries: listOf(z.string()),
});

const TRIES = [
  'Sign in as mia with the password and the code above.',
  'Invite ines@delta.example as olivia, and open the link of the mail.',
  'Connect the identity provider as olivia, by OpenID Connect or SAML, test the connection and activate it.',
  'Claim a domain of your own, such as shop.example, set its TXT record here, and verify it.',
  'Run the template “Longest rivers of a continent” as adam.',
] as const satisfies readonly Fixed[];

/** The stand-ins of the demo, for the page that shows them. */
@ApiExcludeController()
@Public()
@UseGuards(LocalRequestGuard)
@Controller('api/demo')
export class DemoController {
  constructor(
    private readonly config: Config,
    private readonly standIns: StandIns,
    private readonly mailbox: Mailbox,
  ) {}

  @Get()
  @Operation({ id: 'readDemo', summary: 'Read what the demo has', status: 200, answer: Demo, errors: ['FORBIDDEN'] })
  read() {
    const { origin, modelUrl } = this.standIns;
    const { languageModel } = this.config;
    return {
      accounts: DEMO_ACCOUNTS.map(({ about, ...account }) => ({ ...account, about: forReader(about) })),
      secrets: {
        password: PUBLISHED_SECRETS.password,
        totp: { username: DEMO_TOTP.user, secret: PUBLISHED_SECRETS.totp },
        scim_token: PUBLISHED_SECRETS.scimToken,
      },
      identity_provider: providerAt(origin),
      language_model:
        languageModel === undefined
          ? null
          : {
              base_url: languageModel.baseUrl,
              name: languageModel.name,
              is_stand_in: languageModel.baseUrl === modelUrl,
            },
      mails: { url: '/api/demo/mails', directory: this.mailbox.directory },
      dns: { url: '/api/demo/dns' },
      tries: TRIES.map(forReader),
    };
  }
}

function providerAt(origin: string): z.infer<typeof Demo>['identity_provider'] {
  const { entityId, metadataUrl, signOnUrl, logoutUrl } = samlAddressesAt(origin);
  return {
    address: origin,
    oidc: {
      issuer: origin,
      discovery_url: `${origin}/.well-known/openid-configuration`,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
    },
    saml: { entity_id: entityId, metadata_url: metadataUrl, sign_on_url: signOnUrl, logout_url: logoutUrl },
    people: KNOWN_PEOPLE.map(({ email, about, groups }) => ({ email, about: forReader(about), groups })),
  };
}
