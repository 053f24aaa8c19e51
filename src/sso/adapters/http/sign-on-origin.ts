import { clientNameOf } from '../../../platform/http/client-name.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { networkOf } from '../../../shared/network.js';
import type { SessionOrigin } from '../../application/exchange-code.js';

export function signOnOrigin(): SessionOrigin {
  const origin = currentOrigin();
  const userAgent = origin?.userAgent ?? null;
  return { ip: origin?.ip ?? null, userAgent, deviceName: clientNameOf(userAgent, origin?.platformVersion ?? null) };
}

export function currentNetwork(): string {
  return networkOf(currentOrigin()?.ip ?? null);
}
