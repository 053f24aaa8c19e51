import { HeadgateClient } from '@headgate/client';
import { askForProof } from './proof';

/**
 * The one session of this page. The refresh token is in a cookie that no script reads, the access token only in this
 * object.
 */
export const headgate = new HeadgateClient({ baseUrl: location.origin, session: 'cookie', onStepUp: askForProof });
