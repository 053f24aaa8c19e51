/** E-mail addresses as accounts are found by them; the accounts context answers. */
export abstract class Addresses {
  /** The form in which two spellings of one address are the same. @throws ValidationFailed when it is no address */
  abstract keyOf(email: string): string;
}
