export abstract class Totp {
  abstract newSecret(): string;
  /** The URL that authenticator apps read, and the same as a PNG data URL. @param name what the app shows of the name of the factor */
  abstract provisioning(secret: string, account: string, name: string): { url: string; qrCode: string };
  /**
   * The time step that a code belongs to. `null` when it is neither the present step nor one of its two neighbours, or
   * when it is not newer than `afterTimeStep`.
   */
  abstract timeStepOf(code: string, secret: string, at: Date, afterTimeStep: number | null): number | null;
}
