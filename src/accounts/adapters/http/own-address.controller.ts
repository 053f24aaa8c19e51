import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { clientNameOf } from '../../../platform/http/client-name.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Done, bareSuccess, component, messageSaying, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { CancelAddressChange } from '../../application/cancel-address-change.js';
import { ConfirmAddressChange } from '../../application/confirm-address-change.js';
import { ReadOwnAddress } from '../../application/read-own-address.js';
import { RequestAddressChange } from '../../application/request-address-change.js';
import { requestingNetwork } from './requesting-network.js';
import { ConfirmAddressBody, NewAddressBody } from './users.dto.js';

const FOUND = 'Address found.';
const REQUESTED = 'We have sent a mail to the new address. Open the link in it to finish the change.';
const CANCELLED = 'Change of address cancelled.';
const CHANGED = 'Address changed. Your other sessions were signed out.';

const OwnAddress = component(
  'OwnAddress',
  z.object({
    email: z.string(),
    is_verified: z.boolean().describe('Whether you have shown that you read its mail.'),
    managed_by: z
      .object({ by: z.enum(['directory', 'single_sign_on', 'verified_domain']), organization: z.string() })
      .nullable()
      .describe('Who decides about the address; `null`: you.'),
    pending: z.object({ email: z.string(), expires_at: moment }).nullable().describe('The address that waits for its proof.'),
  }),
  {
    email: 'olivia@delta.example',
    is_verified: true,
    managed_by: null,
    pending: { email: 'olivia@river.example', expires_at: '2026-11-20T10:15:00.000Z' },
  },
);

@ApiTags('The caller')
@Controller('api/v1/me/address')
export class OwnAddressController {
  constructor(
    private readonly readOwnAddress: ReadOwnAddress,
    private readonly requestAddressChange: RequestAddressChange,
    private readonly cancelAddressChange: CancelAddressChange,
    private readonly confirmAddressChange: ConfirmAddressChange,
  ) {}

  @Get()
  @Operation({
    id: 'getOwnAddress',
    summary: 'Your address, who manages it, and the change that is pending',
    description: 'Only your own.',
    status: 200,
    answer: namedSuccess({ address: OwnAddress }, FOUND),
    errors: [],
  })
  async read(@CurrentCaller() caller: Caller) {
    const { email, isVerified, managedBy, pending } = await this.readOwnAddress.execute(caller);
    const waiting = pending && { email: pending.email, expires_at: pending.expiresAt.toISOString() };
    return named({ address: { email, is_verified: isVerified, managed_by: managedBy, pending: waiting } }, FOUND);
  }

  @Post()
  @RequiresStepUp('always')
  @Operation({
    id: 'requestAddressChange',
    summary: 'Ask for another address; a link is mailed to it',
    description:
      'The answer is the same whether or not an account has the address. The link is good for an hour, and a new one voids the older. ' +
      'The present address is told. If `managed_by` of `GET` names an organization, that decides about the address.',
    status: 202,
    answer: messageSaying(REQUESTED),
    errors: ['CONFLICT', 'EMAIL_VERIFICATION_REQUIRED', 'RATE_LIMITED'],
  })
  async request(@CurrentCaller() caller: Caller, @Body() { email }: NewAddressBody) {
    const origin = currentOrigin();
    const device = clientNameOf(origin?.userAgent ?? null, origin?.platformVersion ?? null);
    await this.requestAddressChange.execute({ caller, email, asker: { device, ip: origin?.ip ?? null } });
    return { message: REQUESTED };
  }

  @Delete('pending')
  @Operation({
    id: 'cancelAddressChange',
    summary: 'Cancel the change of your address that is pending',
    description: 'The mailed link is void from then on.',
    status: 200,
    answer: bareSuccess(Done, CANCELLED),
    errors: [],
  })
  async cancel(@CurrentCaller() caller: Caller) {
    await this.cancelAddressChange.execute(caller);
    return bare({ success: true }, CANCELLED);
  }

  @Post('confirm')
  @Operation({
    id: 'confirmAddressChange',
    summary: 'Change your address with the token of the mail',
    description:
      'Only the account that asked for it. Your other sessions and all device trust end, and a username that was the address changes with it.',
    status: 200,
    answer: namedSuccess({ email: z.string().meta({ examples: ['olivia@river.example'] }) }, CHANGED),
    errors: ['INVALID_VERIFICATION_TOKEN', 'FORBIDDEN', 'CONFLICT', 'EMAIL_VERIFICATION_REQUIRED', 'RATE_LIMITED'],
  })
  async confirm(@CurrentCaller() caller: Caller, @Body() { token }: ConfirmAddressBody) {
    const email = await this.confirmAddressChange.execute({ caller, token, network: requestingNetwork() });
    return named({ email }, CHANGED);
  }
}
