import { Body, Controller, Delete, Get, Header, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { DeviceTokenCarrier } from '../../../platform/http/device-token.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ActivateDevice } from '../../application/activate-device.js';
import { ListDevices } from '../../application/list-devices.js';
import { RenameDevice } from '../../application/rename-device.js';
import { RevokeDevice } from '../../application/revoke-device.js';
import { SkipActivation } from '../../application/skip-activation.js';
import {
  type ActivatedDeviceResponse,
  type DeviceResponse,
  ACTIVATED_EXAMPLE,
  DEVICE_EXAMPLE,
  toActivatedDeviceResponse,
  toDeviceResponse,
} from './device-response.js';
import { ActivationBody, RenameDeviceBody } from './device.dto.js';

const ACTIVATED = 'Device activated. Logins from it need no second factor.';

@ApiTags('Trusted devices')
@Controller('api/v1/devices')
export class DevicesController {
  constructor(
    private readonly activateDevice: ActivateDevice,
    private readonly skipActivation: SkipActivation,
    private readonly listDevices: ListDevices,
    private readonly renameDevice: RenameDevice,
    private readonly revokeDevice: RevokeDevice,
    private readonly deviceToken: DeviceTokenCarrier,
  ) {}

  @Post('activate')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Trust the device that has just passed MFA',
    description:
      'Only the session of that MFA verification may do so, with the same device token. The answer carries the token that ' +
      'stands for the device from now on: by the way the old one came, or as a cookie and, where it is no browser, as header ' +
      '`X-Device-Token`.',
    status: 200,
    example: bare(ACTIVATED_EXAMPLE, ACTIVATED),
    errors: [
      'VALIDATION_FAILED',
      'INVALID_ACTIVATION_TOKEN',
      'UNAUTHORIZED',
      'DEVICE_NOT_FOUND',
      'ACTIVATION_WINDOW_EXPIRED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
  })
  async activate(
    @CurrentCaller() caller: Caller,
    @Body() body: ActivationBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<ActivatedDeviceResponse>> {
    const { token } = this.deviceToken.read(request);
    const { device, newToken } = await this.activateDevice.execute({
      caller,
      activationToken: body.activation_token,
      deviceToken: token,
    });
    this.deviceToken.send(request, response, newToken);
    return bare(toActivatedDeviceResponse(device), ACTIVATED);
  }

  @Post('skip-activation')
  @Answers({
    summary: 'Decline to trust the device that has just passed MFA',
    status: 200,
    example: bare({ success: true }, 'Activation skipped.'),
    errors: [
      'VALIDATION_FAILED',
      'INVALID_ACTIVATION_TOKEN',
      'UNAUTHORIZED',
      'DEVICE_NOT_FOUND',
      'ACTIVATION_WINDOW_EXPIRED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
  })
  async skip(
    @CurrentCaller() caller: Caller,
    @Body() body: ActivationBody,
    @Req() request: Request,
  ): Promise<Success<{ success: true }>> {
    const { token } = this.deviceToken.read(request);
    await this.skipActivation.execute({ caller, activationToken: body.activation_token, deviceToken: token });
    return bare({ success: true }, 'Activation skipped.');
  }

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List your devices that are or were trusted, the latest activation first',
    description: '`revoked` is also a device whose trust ran out or ended with a change of your credentials.',
    status: 200,
    example: named(
      { devices: [DEVICE_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Devices listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @PageParams() query: PageRequest,
  ): Promise<Success<{ devices: DeviceResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listDevices.execute(caller, query);
    const devices = items.map((listed) => toDeviceResponse(listed, caller));
    return named({ devices, pagination: paginationOf(query, total) }, 'Devices listed.');
  }

  @Patch(':device_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Rename one of your devices',
    status: 200,
    example: named({ device: DEVICE_EXAMPLE }, 'Device renamed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'],
  })
  async rename(
    @CurrentCaller() caller: Caller,
    @IdParam('device_id') deviceId: number,
    @Body() body: RenameDeviceBody,
  ): Promise<Success<{ device: DeviceResponse; message: string }>> {
    const listed = await this.renameDevice.execute({ caller, deviceId, name: body.device_name.trim() });
    return named({ device: toDeviceResponse(listed, caller) }, 'Device renamed.');
  }

  @Delete(':device_id')
  @Answers({
    summary: 'Revoke one of your devices: logins from it need the second factor again',
    description: 'Open sessions stay. Revoking it again is no error.',
    status: 200,
    example: bare({ success: true }, 'Device revoked.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
  })
  async revoke(
    @CurrentCaller() caller: Caller,
    @IdParam('device_id') deviceId: number,
  ): Promise<Success<{ success: true }>> {
    await this.revokeDevice.execute({ caller, deviceId });
    return bare({ success: true }, 'Device revoked.');
  }
}
