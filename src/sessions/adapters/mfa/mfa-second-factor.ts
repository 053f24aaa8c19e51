import { Injectable } from '@nestjs/common';
import { AnswerChallenge } from '../../../mfa/application/answer-challenge.js';
import { BeginChallenge } from '../../../mfa/application/begin-challenge.js';
import { ListFactors } from '../../../mfa/application/list-factors.js';
import { ProveFactor } from '../../../mfa/application/prove-factor.js';
import { SecondFactor } from '../../application/ports/second-factor.js';

type Asked<Method extends keyof SecondFactor> = Parameters<SecondFactor[Method]>[0];

@Injectable()
export class MfaSecondFactor extends SecondFactor {
  constructor(
    private readonly listFactors: ListFactors,
    private readonly beginChallenge: BeginChallenge,
    private readonly answerChallenge: AnswerChallenge,
    private readonly proveFactor: ProveFactor,
  ) {
    super();
  }

  async methodsOf(userId: number): Promise<readonly string[]> {
    return (await this.listFactors.execute(userId)).methods;
  }

  challenge(input: Asked<'challenge'>): ReturnType<SecondFactor['challenge']> {
    return this.beginChallenge.execute(input);
  }

  answer(input: Asked<'answer'>): ReturnType<SecondFactor['answer']> {
    return this.answerChallenge.execute(input);
  }

  prove(input: Asked<'prove'>): ReturnType<SecondFactor['prove']> {
    return this.proveFactor.execute(input);
  }
}
