import { Injectable } from '@nestjs/common';
import { AnswerChallenge } from '../../../mfa/application/answer-challenge.js';
import { BeginChallenge } from '../../../mfa/application/begin-challenge.js';
import { ListFactors } from '../../../mfa/application/list-factors.js';
import { SecondFactor } from '../../application/ports/second-factor.js';

@Injectable()
export class MfaSecondFactor extends SecondFactor {
  constructor(
    private readonly listFactors: ListFactors,
    private readonly beginChallenge: BeginChallenge,
    private readonly answerChallenge: AnswerChallenge,
  ) {
    super();
  }

  async methodsOf(userId: number): Promise<readonly string[]> {
    return (await this.listFactors.execute(userId)).methods;
  }

  /** Through a challenge as at a login, so that wrong codes here and there count together. */
  async prove(input: Parameters<SecondFactor['prove']>[0]): Promise<{ isProved: boolean; waitSeconds: number }> {
    const { userId, trustEpoch, network, proof } = input;
    const device = { deviceTokenHash: null, deviceTokenIsNew: false };
    const { token: mfaToken } = await this.beginChallenge.execute({ userId, trustEpoch, ...device });
    const { answered, waitSeconds } = await this.answerChallenge.execute({
      mfaToken,
      deviceToken: null,
      network,
      proof,
    });
    return { isProved: answered !== null, waitSeconds };
  }
}
