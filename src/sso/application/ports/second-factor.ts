/** A second factor that is shown together with a password. */
export interface FactorProof {
  readonly method: 'totp' | 'recovery_code';
  readonly code: string;
}

/** The mfa context answers. */
export abstract class SecondFactor {
  /** None: the password is enough. */
  abstract methodsOf(userId: number): Promise<readonly string[]>;
  /** Judges and spends the proof; joins the unit of work. `waitSeconds` above 0: it was not judged. */
  abstract prove(input: {
    userId: number;
    trustEpoch: number;
    network: string;
    proof: FactorProof;
  }): Promise<{ readonly isProved: boolean; readonly waitSeconds: number }>;
}
