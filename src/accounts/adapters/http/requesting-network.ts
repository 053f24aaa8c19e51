import { currentOrigin } from '../../../platform/http/request-context.js';
import { networkOf } from '../../../shared/network.js';

export function requestingNetwork(): string {
  return networkOf(currentOrigin()?.ip ?? null);
}
