/** The networks from which an account has logged in before; the sessions context answers. */
export abstract class Networks {
  abstract isKnown(userId: number, network: string): Promise<boolean>;
}
