import { catalogue, useTexts } from '../i18n/texts';

/** The values of `amr` that the service gives, in words. */
const texts = catalogue(
  {
    pwd: 'password',
    otp: 'authenticator app',
    hwk: 'passkey',
    rc: 'recovery code',
    trusted_device: 'trusted browser',
    sso: 'single sign-on',
  },
  {
    pwd: 'Passwort',
    otp: 'Authenticator-App',
    hwk: 'Passkey',
    rc: 'Wiederherstellungscode',
    trusted_device: 'vertrauter Browser',
    sso: 'Single Sign-on',
  },
);

/** How a session was opened, for people: `pwd+otp` is "password, authenticator app". */
export function useMethods(): (joined: string) => string {
  const words = new Map(Object.entries(useTexts(texts)));
  return (joined) =>
    joined
      .split('+')
      .map((method) => words.get(method) ?? method)
      .join(', ');
}
