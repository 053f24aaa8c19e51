export interface SignOnFailure {
  /** The sentence of the service; null when anyone may have written it. */
  readonly sentence: string | null;
  readonly code: string;
  readonly requestId: string | null;
}

/**
 * How a login at an identity provider failed. An address can say anything, so its sentence counts only in a browser
 * that has a login in progress.
 */
export function failureIn(answer: URLSearchParams, isUnderWay: boolean): SignOnFailure | null {
  const code = answer.get('error');
  const requestId = answer.get('request_id');
  if (code === null) return null;
  return {
    sentence: isUnderWay ? answer.get('error_description') : null,
    code: /^\w{1,60}$/.test(code) ? code : 'unknown',
    requestId: requestId !== null && /^[\w.:-]{1,128}$/.test(requestId) ? requestId : null,
  };
}
