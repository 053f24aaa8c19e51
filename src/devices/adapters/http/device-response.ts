import type { Caller } from '../../../shared/caller.js';
import type { Device } from '../../domain/device.js';
import type { ListedDevice } from '../../application/list-devices.js';

export interface ActivatedDeviceResponse {
  readonly device_id: number;
  readonly device_name: string;
  readonly activated_at: string | null;
  readonly expires_at: string | null;
}

export interface DeviceResponse extends ActivatedDeviceResponse {
  readonly status: 'trusted' | 'revoked';
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly is_current: boolean;
}

export const ACTIVATED_EXAMPLE: ActivatedDeviceResponse = {
  device_id: 7,
  device_name: 'Edge 145 on Windows 11',
  activated_at: '2026-11-20T09:15:00.000Z',
  expires_at: null,
};

export const DEVICE_EXAMPLE: DeviceResponse = {
  ...ACTIVATED_EXAMPLE,
  status: 'trusted',
  revoked_at: null,
  last_used_at: '2026-11-20T10:02:11.000Z',
  is_current: true,
};

export function toActivatedDeviceResponse(device: Device): ActivatedDeviceResponse {
  return {
    device_id: device.id,
    device_name: device.name,
    activated_at: device.activatedAt?.toISOString() ?? null,
    expires_at: device.expiresAt?.toISOString() ?? null,
  };
}

export function toDeviceResponse({ device, trustEnd }: ListedDevice, caller: Caller): DeviceResponse {
  return {
    ...toActivatedDeviceResponse(device),
    status: trustEnd === null ? 'trusted' : 'revoked',
    revoked_at: trustEnd?.toISOString() ?? null,
    last_used_at: device.lastUsedAt?.toISOString() ?? null,
    is_current: device.id === caller.deviceId,
  };
}
