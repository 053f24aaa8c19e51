export abstract class GuessMails {
  /**
   * One statement.
   * @returns whether a mail is due because none was sent to the holder since then. False when there is no account, and
   * when it has no password to guess
   */
  abstract claim(userId: number, at: Date, unlessSince: Date): Promise<boolean>;
}
