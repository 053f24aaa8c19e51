const text = { type: 'string' } as const;

/** What `toJSON()` of a credential writes (WebAuthn Level 3, section 5.1), as far as its two kinds agree. Browsers add more. */
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
