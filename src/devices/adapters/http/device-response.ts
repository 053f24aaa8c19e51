import { z } from 'zod';
import { component, id, moment } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import type { ListedDevice } from '../../application/list-devices.js';
import type { Device as KnownDevice } from '../../domain/device.js';

const activatedDevice = {
  device_id: id,
  device_name: z.string(),
  activated_at: moment.nullable(),
  expires_at: moment.nullable().meta({ description: '`null`: trusted until it is revoked.' }),
};

const EDGE = {
  device_id: 7,
  device_name: 'Edge 145 on Windows 11',
  activated_at: '2026-11-20T09:15:00.000Z',
  expires_at: null,
};

export const ActivatedDevice = component('ActivatedDevice', z.object(activatedDevice), EDGE);

export const Device = component(
  'Device',
  z.object({
    ...activatedDevice,
    status: z.enum(['trusted', 'revoked']),
    revoked_at: moment.nullable(),
    last_used_at: moment.nullable(),
    is_current: z.boolean().meta({ description: 'Whether it is the device of this request.' }),
  }),
  {
    ...EDGE,
    status: 'trusted',
    revoked_at: null,
    last_used_at: '2026-11-20T10:02:11.000Z',
    is_current: true,
  },
);

export function toActivatedDevice(device: KnownDevice): z.infer<typeof ActivatedDevice> {
  return {
    device_id: device.id,
    device_name: device.name,
    activated_at: device.activatedAt?.toISOString() ?? null,
    expires_at: device.expiresAt?.toISOString() ?? null,
  };
}

export function toDevice({ device, trustEnd }: ListedDevice, caller: Caller): z.infer<typeof Device> {
  return {
    ...toActivatedDevice(device),
    status: trustEnd === null ? 'trusted' : 'revoked',
    revoked_at: trustEnd?.toISOString() ?? null,
    last_used_at: device.lastUsedAt?.toISOString() ?? null,
    is_current: device.id === caller.deviceId,
  };
}
