import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import type { RequestContext } from '../../domain/attributes.js';

/** A client whose connection is gone has no address, so it is in no network of a policy. */
const NO_ADDRESS = '0.0.0.0';

/** What policies may know of the session and the request. */
export function contextOf(caller: Caller, { isDeviceTrusted }: { readonly isDeviceTrusted: boolean }, now: Date): RequestContext {
  const proved = Math.max(caller.authenticatedAt.getTime(), caller.mfaAt?.getTime() ?? 0);
  const { ip = null, country = null } = currentOrigin() ?? {};
  return {
    amr: caller.amr,
    acr: caller.acr,
    proofAgeSeconds: Math.max(0, Math.floor((now.getTime() - proved) / 1000)),
    deviceTrusted: isDeviceTrusted,
    accessKey: caller.key !== undefined,
    ...(caller.ssoConnectionId !== null && { connectionId: caller.ssoConnectionId }),
    network: ip ?? NO_ADDRESS,
    now,
    ...(country !== null && { country }),
  };
}
