import { Body, Controller, Delete, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { DeviceTokenCarrier } from '../../../platform/http/device-token.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ActivateDevice } from '../../application/activate-device.js';
import { ListDevices } from '../../application/list-devices.js';
import { RenameDevice } from '../../application/rename-device.js';
import { RevokeDevice } from '../../application/revoke-device.js';
import { SkipActivation } from '../../application/skip-activation.js';
import { ActivatedDevice, Device, toActivatedDevice, toDevice } from './device-response.js';
import { ActivationBody, RenameDeviceBody, activationTokenOf } from './device.dto.js';

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

  @Post('activate', 'id')
  @Operation({
    id: 'activateDevice',
    summary: 'Trust the device that has just passed MFA',
    description:
      'Only the session of that MFA verification may do so, with the same device token. The answer carries the ' +
      'next device token: in the same way as the old one came, otherwise as a cookie and, if the client is not a ' +
      'browser, also in the header `X-Device-Token`.',
    status: 200,
    answer: bareSuccess(ActivatedDevice, ACTIVATED),
    headers: ['X-Device-Token', 'Set-Cookie'],
    errors: ['INVALID_ACTIVATION_TOKEN', 'DEVICE_NOT_FOUND', 'ACTIVATION_WINDOW_EXPIRED', 'RATE_LIMITED'],
  })
  async activate(
    @CurrentCaller() caller: Caller,
    @Body() body: ActivationBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { token } = this.deviceToken.read(request);
    const { device, newToken } = await this.activateDevice.execute({
      caller,
      activationToken: activationTokenOf(body),
      deviceToken: token,
    });
    this.deviceToken.send(request, response, newToken);
    return bare(toActivatedDevice(device), ACTIVATED);
  }

  @Post('skip-activation')
  @Operation({
    id: 'skipDeviceActivation',
    summary: 'Decline to trust the device that has just passed MFA',
    description: 'Only in the session that the second factor has just opened.',
    status: 200,
    answer: bareSuccess(Done, 'Activation skipped.'),
    errors: ['INVALID_ACTIVATION_TOKEN', 'DEVICE_NOT_FOUND', 'ACTIVATION_WINDOW_EXPIRED', 'RATE_LIMITED'],
  })
  async skip(@CurrentCaller() caller: Caller, @Body() body: ActivationBody, @Req() request: Request) {
    const { token } = this.deviceToken.read(request);
    await this.skipActivation.execute({ caller, activationToken: activationTokenOf(body), deviceToken: token });
    return bare({ success: true }, 'Activation skipped.');
  }

  @Get()
  @Paged()
  @Operation({
    id: 'listDevices',
    summary: 'List your devices that are or were trusted, the latest activation first',
    description: 'A device is also `revoked` when its trust ran out, or ended with a change of your credentials.',
    status: 200,
    answer: namedSuccess({ devices: listOf(Device), pagination: Pagination }, 'Devices listed.'),
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() query: PageRequest) {
    const { items, total } = await this.listDevices.execute(caller, query);
    const devices = items.map((listed) => toDevice(listed, caller));
    return named({ devices, pagination: paginationOf(query, total) }, 'Devices listed.');
  }

  @Patch(':device_id')
  @Operation({
    id: 'renameDevice',
    summary: 'Rename one of your devices',
    description: 'Only your own devices.',
    status: 200,
    answer: namedSuccess({ device: Device }, 'Device renamed.', { device: { device_name: 'Laptop at work' } }),
    errors: ['DEVICE_NOT_FOUND'],
  })
  async rename(@CurrentCaller() caller: Caller, @IdParam('device_id') deviceId: number, @Body() body: RenameDeviceBody) {
    const listed = await this.renameDevice.execute({ caller, deviceId, name: body.device_name.trim() });
    return named({ device: toDevice(listed, caller) }, 'Device renamed.');
  }

  @Delete(':device_id')
  @Operation({
    id: 'revokeDevice',
    summary: 'Revoke one of your devices: logins from it need the second factor again',
    description: 'Open sessions stay. Revoking it again is not an error.',
    status: 200,
    answer: bareSuccess(Done, 'Device revoked.'),
    errors: ['DEVICE_NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('device_id') deviceId: number) {
    await this.revokeDevice.execute({ caller, deviceId });
    return bare({ success: true }, 'Device revoked.');
  }
}
