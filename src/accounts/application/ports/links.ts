/** Addresses that mails lead to; the host comes from the configuration, never from a request. */
export abstract class Links {
  abstract choosePassword(token: string): string;
  abstract verifyEmail(token: string): string;
}
