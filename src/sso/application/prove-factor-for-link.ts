import { Injectable } from '@nestjs/common';
import { AnswerChallenge } from '../../mfa/application/answer-challenge.js';
import { BeginChallenge } from '../../mfa/application/begin-challenge.js';

/** A second factor that is shown together with a password. */
export interface FactorProof {
  readonly method: 'totp' | 'recovery_code';
  readonly code: string;
}

/** Judges and spends a second factor through a challenge as at a login, so that wrong codes here and there count together. */
@Injectable()
export class ProveFactorForLink {
  constructor(
    private readonly beginChallenge: BeginChallenge,
    private readonly answerChallenge: AnswerChallenge,
  ) {}

  /** Joins the unit of work. @returns `waitSeconds` above 0 when it was not judged */
  async execute(input: {
    userId: number;
    trustEpoch: number;
    network: string;
    proof: FactorProof;
  }): Promise<{ readonly isProved: boolean; readonly waitSeconds: number }> {
    const { userId, trustEpoch, network, proof } = input;
    const device = { deviceTokenHash: null, deviceTokenIsNew: false };
    const { token: mfaToken } = await this.beginChallenge.execute({ userId, trustEpoch, ...device });
    const answer = { mfaToken, deviceToken: null, network, proof };
    const { answered, waitSeconds } = await this.answerChallenge.execute(answer);
    return { isProved: answered !== null, waitSeconds };
  }
}
