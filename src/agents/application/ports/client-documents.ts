/** Client ID Metadata Documents at the addresses that clients name. */
export abstract class ClientDocuments {
  /** Fetches only addresses of other parties, follows no redirect. @param party who waits for it @returns `null` if there is none that can be read */
  abstract read(clientId: string, party: string): Promise<unknown>;
}
