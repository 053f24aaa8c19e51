import { expect } from '@jest/globals';
import { ApiContract, readApiDocument } from '../setup/api-contract.js';
import type { Answer, RequestOptions } from './http-client.js';
import type { TestApp } from './test-app.js';

/** Readers of the document copy from its examples: this person asks, and compares what they are answered with what the document shows. */
export class Reader {
  private readonly contract = new ApiContract(readApiDocument());
  private readonly faults: string[] = [];

  constructor(
    private readonly app: TestApp,
    public token: string,
  ) {}

  /** An answer that a scene needs, and that is shown elsewhere. */
  async send(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.app.http.send(method, path, body, { token: this.token, ...options });
    expect([method, path, answer.status < 300 || answer.text]).toEqual([method, path, true]);
    return answer;
  }

  async shown(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.send(method, path, body, options);
    const { status, headers, text } = answer;
    const unlike = this.contract.unlikeExample({ method, path, status, headers, text });
    if (unlike === undefined || unlike.length > 0)
      this.faults.push(`${method} ${path} ${status}: ${unlike?.join('; ') ?? 'shows no example'}`);
    return answer;
  }

  /** @returns how answers were unlike what the document shows, since the last call */
  unlike(): readonly string[] {
    return this.faults.splice(0);
  }
}
