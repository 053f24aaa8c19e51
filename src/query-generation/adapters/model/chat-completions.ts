import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { traced } from '../../../platform/tracing/tracing.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import { tokensOf } from '../../../shared/tokens.js';
import { type ModelAnswer, LanguageModel } from '../../application/ports/language-model.js';
import type { AnswerForm } from '../../domain/answer-form.js';
import type { Message } from '../../domain/prompt.js';
import { ModelFailed, ModelNotConfigured } from '../../domain/query.errors.js';
import { type Completion, completionIn } from './completion.js';
import { type Refusal, refusalOf, waitBefore } from './refusal.js';

/** Reads a body as UTF-8, no further than its limit. @throws ModelFailed, and what the connection ends with */
async function textOf(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new ModelFailed('too_large', undefined, undefined, tokensOf(text));
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const MOST_BYTES = 1_048_576;
const RETRIES = 2;
const AT_ONCE = 8;
/** The share of one organization, so that its slow questions cannot keep the others from theirs. */
const AT_ONCE_OF_ONE = 3;
const LONGEST_LINE = 100;
const LONGEST_WAIT = 500;
const TOO_MANY = 'Too many questions are waiting for the language model. Try again shortly.';

interface Asked {
  readonly messages: readonly Message[];
  readonly form: AnswerForm;
}

type Target = NonNullable<Config['languageModel']>;

type Attempt = { readonly completion: Completion } | { readonly refusal: Refusal; readonly retryAfter: string | null };

/** Any server that speaks the chat completions of OpenAI. The key goes to that address alone: no redirect is followed. */
@Injectable()
export class ChatCompletions extends LanguageModel {
  private readonly target: Config['languageModel'];
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);
  /** Until the server has refused it once. */
  private knowsFormat = true;

  constructor(config: Config) {
    super();
    this.target = config.languageModel;
  }

  get isConfigured(): boolean {
    return this.target !== undefined;
  }

  async ask(messages: readonly Message[], form: AnswerForm, party: string, signal: AbortSignal): Promise<ModelAnswer> {
    const { target } = this;
    if (target === undefined) throw new ModelNotConfigured();
    signal.throwIfAborted();
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort(signal.aborted ? signal.reason : new Unavailable(TOO_MANY, 5));
    const patience = setTimeout(giveUp, target.timeoutSeconds * 1000);
    signal.addEventListener('abort', giveUp, { once: true });
    const rest = (): void => {
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
    };
    const begin = (): Promise<ModelAnswer> => {
      rest();
      return this.inTurn(target, { messages, form }, signal);
    };
    return this.queue.run(party, begin, waiting.signal).finally(rest);
  }

  /** Its time begins with its turn. */
  private async inTurn({ timeoutSeconds, name }: Target, asked: Asked, signal: AbortSignal): Promise<ModelAnswer> {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const { text, inputTokens, outputTokens } = await this.patiently(asked, AbortSignal.any([signal, timeout]));
      return { text, use: { name, inputTokens, outputTokens } };
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) throw new ModelFailed('timeout');
      throw error;
    }
  }

  private async patiently(asked: Asked, signal: AbortSignal): Promise<Completion> {
    for (let round = 0; ; round++) {
      const withFormat = this.knowsFormat;
      const attempt = await this.once(asked, withFormat, signal);
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

  private fetch(address: string, request: RequestInit & { readonly headers: Record<string, string> }): Promise<Response> {
    const attributes = { 'http.request.method': 'POST', 'server.address': new URL(address).hostname };
    return traced('POST model', 'CLIENT', attributes, (trace) => fetch(address, { ...request, headers: { ...request.headers, ...trace } }));
  }

  private async once({ messages, form }: Asked, withFormat: boolean, signal: AbortSignal): Promise<Attempt> {
    const { baseUrl, apiKey, name } = this.target ?? { baseUrl: '', apiKey: undefined, name: '' };
    try {
      const response = await this.fetch(`${baseUrl}/chat/completions`, {
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
          ...(withFormat && { response_format: { type: 'json_schema', json_schema: { ...form, strict: true } } }),
        }),
      });
      const body = await textOf(response, MOST_BYTES);
      if (!response.ok) return { refusal: refusalOf(response.status, body), retryAfter: response.headers.get('retry-after') };
      const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
      return { completion: completionIn(body, isStream) };
    } catch (error) {
      if (error instanceof ModelFailed || signal.aborted) throw error;
      // `fetch` only says that it failed; an incomplete answer ends here as well.
      return {
        refusal: { failure: new ModelFailed('unreachable'), isPassing: true, isOfFormat: false },
        retryAfter: null,
      };
    }
  }
}
