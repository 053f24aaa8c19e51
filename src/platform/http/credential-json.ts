/** Bodies of these routes have at most 16 KiB. */
const text = { type: 'string', maxLength: 16_384 } as const;

/**
 * The members that `toJSON()` of both kinds of credential writes (WebAuthn Level 3, section 5.1). Browsers add more.
 */
export const CREDENTIAL_JSON = {
  type: 'object' as const,
  properties: {
    id: text,
    rawId: text,
    type: { ...text, example: 'public-key' },
    response: { type: 'object' as const, properties: { clientDataJSON: text }, required: ['clientDataJSON'] },
  },
  required: ['id', 'rawId', 'type', 'response'],
};
