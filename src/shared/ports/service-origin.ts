/** Where people and programs reach this service: taken from its configuration, never from a request. */
export abstract class ServiceOrigin {
  /** An origin without a slash at the end. */
  abstract readonly publicUrl: string;
  /** Where people find the pages that links in mails lead to, without a slash at the end. */
  abstract readonly pagesUrl: string;
}
