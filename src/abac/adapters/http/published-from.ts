import { currentOrigin } from '../../../platform/http/request-context.js';
import type { PublishedFrom } from '../../domain/request-contexts.js';

/** For a client whose connection is gone: no network of a policy contains it. */
const NO_ADDRESS = '0.0.0.0';

/** Where the person is who publishes, or asks what publishing would do. */
export function publishedFrom(): PublishedFrom {
  const origin = currentOrigin();
  return { network: origin?.ip ?? NO_ADDRESS, country: origin?.country ?? null };
}
