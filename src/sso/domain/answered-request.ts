const LONGEST = 1_000_000;
const ANSWERED = /\sInResponseTo\s?=\s?(?:"([^"<]{1,200})"|'([^'<]{1,200})')/;

/** The id of a request to a SAML provider carries the state of its login, because some providers do not send RelayState back. */
export function requestIdOf(state: string): string {
  // xs:ID: it must not begin with a digit.
  return `_${state}`;
}

/**
 * The request that an answer claims to be for. Nothing is verified yet: whoever wrote it may claim any, so it only finds the login, whose
 * every check follows.
 * @param message Base64 as it was posted
 * @returns `null` for an answer to no request: the provider began
 */
export function answeredRequest(message: string): { readonly state: string } | null {
  if (message.length > LONGEST) return null;
  const [, one, other] = ANSWERED.exec(Buffer.from(message, 'base64').toString('latin1')) ?? [];
  const id = one ?? other;
  return id === undefined ? null : { state: id.slice(1) };
}
