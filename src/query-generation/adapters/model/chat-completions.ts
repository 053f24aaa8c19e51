import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { LanguageModel, type ModelAnswer } from '../../application/ports/language-model.js';
import type { Message } from '../../domain/prompt.js';
import { ModelFailed, ModelNotConfigured } from '../../domain/query.errors.js';
import { textOf } from './bounded-body.js';
import { type Completion, completionIn } from './completion.js';
import { type Refusal, refusalOf, waitBefore } from './refusal.js';

const MOST_BYTES = 1_048_576;
const RETRIES = 2;
const TEXT_OR_NULL = { type: ['string', 'null'] };
const ANSWER_FORMAT = {
  type: 'json_schema',
  json_schema: {
    name: 'statement',
    strict: true,
    schema: {
      type: 'object',
      properties: { sql: TEXT_OR_NULL, explanation: { type: 'string' } },
      required: ['sql', 'explanation'],
      additionalProperties: false,
    },
  },
};

type Attempt = { readonly completion: Completion } | { readonly refusal: Refusal; readonly retryAfter: string | null };

/** Any server that speaks the chat completions of OpenAI. The key goes to that address alone: no redirect is followed. */
@Injectable()
export class ChatCompletions extends LanguageModel {
  private readonly target: Config['languageModel'];
  /** Until the server has refused it once. */
  private knowsFormat = true;

  constructor(config: Config) {
    super();
    this.target = config.languageModel;
  }

  get isConfigured(): boolean {
    return this.target !== undefined;
  }

  async ask(messages: readonly Message[], signal: AbortSignal): Promise<ModelAnswer> {
    if (this.target === undefined) throw new ModelNotConfigured();
    const timeout = AbortSignal.timeout(this.target.timeoutSeconds * 1000);
    const either = AbortSignal.any([signal, timeout]);
    try {
      const { text, inputTokens, outputTokens } = await this.patiently(messages, either);
      return { text, use: { name: this.target.name, inputTokens, outputTokens } };
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) throw new ModelFailed('timeout');
      throw error;
    }
  }

  private async patiently(messages: readonly Message[], signal: AbortSignal): Promise<Completion> {
    for (let round = 0; ; round++) {
      const withFormat = this.knowsFormat;
      const attempt = await this.once(messages, withFormat, signal);
      if ('completion' in attempt) return attempt.completion;
      const { refusal, retryAfter } = attempt;
      if (withFormat && refusal.isOfFormat) {
        this.knowsFormat = false;
        round -= 1;
        continue;
      }
      if (!refusal.isPassing || round >= RETRIES) throw refusal.failure;
      await wait(waitBefore(round, retryAfter, Date.now()), undefined, { signal });
    }
  }

  private async once(messages: readonly Message[], withFormat: boolean, signal: AbortSignal): Promise<Attempt> {
    const { baseUrl, apiKey, name } = this.target ?? { baseUrl: '', apiKey: undefined, name: '' };
    try {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          model: name,
          messages,
          temperature: 0,
          stream: false,
          ...(withFormat && { response_format: ANSWER_FORMAT }),
        }),
      });
      const body = await textOf(response, MOST_BYTES);
      if (!response.ok)
        return { refusal: refusalOf(response.status, body), retryAfter: response.headers.get('retry-after') };
      const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
      return { completion: completionIn(body, isStream) };
    } catch (error) {
      if (error instanceof ModelFailed || signal.aborted) throw error;
      // `fetch` says no more than that it failed; a half answer ends here as well.
      return {
        refusal: { failure: new ModelFailed('unreachable'), isPassing: true, isOfFormat: false },
        retryAfter: null,
      };
    }
  }
}
