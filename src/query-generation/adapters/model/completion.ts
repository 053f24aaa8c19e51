import { tokensOf } from '../../../shared/tokens.js';
import { type ModelFault, ModelFailed } from '../../domain/query.errors.js';

/** What we need of a chat completion, streamed or not. */
export interface Completion {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface Message {
  readonly content?: unknown;
  readonly refusal?: unknown;
}

interface Choice {
  readonly message?: Message | null;
  readonly delta?: Message | null;
  readonly finish_reason?: unknown;
}

interface Body {
  readonly choices?: unknown;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
  readonly error?: unknown;
}

/** @throws ModelFailed */
export function completionIn(body: string, isStream: boolean): Completion {
  const parts = isStream ? eventsIn(body) : [parsed(body)];
  let [text, refusal, finish] = ['', '', ''];
  let tokens = [0, 0];
  for (const part of parts) {
    if (part.error !== undefined && part.error !== null) throw new ModelFailed('server_error');
    const choice = choiceOf(part);
    const message = choice?.message ?? choice?.delta;
    text += textOf(message?.content);
    refusal += textOf(message?.refusal);
    if (typeof choice?.finish_reason === 'string') finish = choice.finish_reason;
    if (part.usage) tokens = [countOf(part.usage.prompt_tokens), countOf(part.usage.completion_tokens)];
  }
  const [inputTokens = 0, outputTokens = 0] = tokens;
  const failed = (fault: ModelFault, words?: string): ModelFailed =>
    new ModelFailed(fault, words, undefined, Math.max(outputTokens, tokensOf(text + refusal)));
  if (refusal !== '' || finish === 'content_filter') throw failed('refused', refusal);
  if (finish === 'length') throw failed('cut_off');
  // A stream that broke off must not pass for a short answer.
  if (isStream && finish === '') throw failed('cut_off');
  if (text === '') throw failed('malformed');
  return { text, inputTokens, outputTokens };
}

function choiceOf({ choices }: Body): Choice | null | undefined {
  return Array.isArray(choices) ? (choices as (Choice | null)[])[0] : undefined;
}

/** Server-sent events. Only their data matter here. */
function eventsIn(body: string): Body[] {
  return body
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    )
    .filter((data) => data !== '' && data !== '[DONE]')
    .map(parsed);
}

function parsed(text: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ModelFailed('malformed');
  }
  if (typeof value !== 'object' || value === null) throw new ModelFailed('malformed');
  return value;
}

/** A text, or the list of parts that some servers answer. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Math.min(Number(value), 2_147_483_647) : 0;
}
