declare module 'saml' {
  export const Saml20: {
    createUnsignedAssertion(options: Readonly<Record<string, unknown>>): string;
    create(options: Readonly<Record<string, unknown>>, callback: (error: Error | null, xml: string) => void): void;
  };
}
