/** Where the page is that accepts an invitation: on the configured host, whatever a request says. */
export abstract class InvitationLinks {
  abstract of(token: string): string;
}
