import { Injectable } from '@nestjs/common';
import { SsoFailed } from '../domain/sso.errors.js';
import { AnswerAttempt } from './answer-attempt.js';
import { FailLogin } from './fail-login.js';
import { IdentifyPerson } from './identify-person.js';
import { SettleLogin } from './settle-login.js';

/** Receives the answer of OpenID Connect, which comes by a redirect and so with the cookie of the browser. */
@Injectable()
export class ReceiveCallback {
  constructor(
    private readonly answerAttempt: AnswerAttempt,
    private readonly identifyPerson: IdentifyPerson,
    private readonly settleLogin: SettleLogin,
    private readonly failLogin: FailLogin,
  ) {}

  /** @returns where the browser goes @throws AttemptEnded, WrongBrowser */
  async execute(input: { connectionId: number; parameters: URLSearchParams; browserToken: string | null }): Promise<string> {
    const { connectionId, parameters, browserToken } = input;
    const state = parameters.get('state');
    const browser = { token: browserToken };
    const { attempt, memory, connection } = await this.answerAttempt.execute({ connectionId, state, browser });
    const response = { type: 'oidc', parameters } as const;
    const identity = await this.identifyPerson.execute(connection, memory, response);
    return identity instanceof SsoFailed ? this.failLogin.execute(attempt, identity) : this.settleLogin.execute(attempt, identity);
  }
}
