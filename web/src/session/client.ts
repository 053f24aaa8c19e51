import { HeadgateClient, HeadgateError, UnexpectedAnswer } from '@headgate/client';
import { chosenLanguage } from '../i18n/texts';
import { askForProof } from './proof';

/** The service could not be reached; a fault of these pages is an error of another kind. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

async function send(request: Request): Promise<Response> {
  request.headers.set('Accept-Language', chosenLanguage());
  try {
    if (request.method === 'GET' || !request.url.includes('/api/v1/')) return await fetch(request);
    // Not for the first page. Where the part is missing after an upgrade, requests go without a key.
    const sendKeyed = await import('./keyed').then(
      ({ keyed }) => keyed,
      () => fetch,
    );
    return await sendKeyed(request);
  } catch (error) {
    throw error instanceof TypeError ? new NoAnswer('The service did not answer.', { cause: error }) : error;
  }
}

/**
 * The one session of this page. The refresh token is in a cookie that no script reads, the access token only in this
 * object.
 */
export const headgate = new HeadgateClient({
  baseUrl: location.origin,
  session: 'cookie',
  onStepUp: askForProof,
  onSessionOver: () => askForProof(null),
  fetch: send,
  // A person reads how long it takes, and decides.
  retries: 0,
});

/** How long an answer asks to wait, whether it is one of the service or of a proxy before it. */
export function secondsToWait(error: Error): number | undefined {
  if (error instanceof HeadgateError) return error.retryAfter;
  const seconds = error instanceof UnexpectedAnswer ? Number(error.response.headers.get('Retry-After')) : 0;
  return seconds > 0 ? seconds : undefined;
}
