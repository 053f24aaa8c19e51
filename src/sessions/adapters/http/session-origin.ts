import { clientNameOf } from '../../../platform/http/client-name.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { SessionOrigin } from '../../domain/session.js';

export function sessionOrigin(): SessionOrigin {
  const origin = currentOrigin();
  const userAgent = origin?.userAgent ?? null;
  return { ip: origin?.ip ?? null, userAgent, deviceName: clientNameOf(userAgent, origin?.platformVersion ?? null) };
}
