import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { traced } from '../../../platform/tracing/tracing.js';
import { Clock } from '../../../shared/ports/clock.js';
import { Embeddings } from '../../application/ports/embeddings.js';
import { EmbeddingsFailed, vectorsIn } from './vectors-in.js';

/** For one batch of texts of a schema. No request waits for it. */
const SCHEMA_TIMEOUT_MS = 60_000;
/** After a failure questions are ranked without the server for this long, so that a dead one does not slow each of them down. */
const REST_MS = 30_000;
const MOST_BYTES = 32 * 1_048_576;
/** A question is a few sentences; models take some thousand letters. */
const LONGEST_QUESTION = 4_000;

type Purpose = 'question' | 'schema';

/** Any server that speaks the embeddings of OpenAI. The key goes to that address alone: no redirect is followed. */
@Injectable()
export class EmbeddingsEndpoint extends Embeddings {
  readonly model: string | null;
  private readonly target: Config['dataSources']['embeddings'];
  private readonly observe: (labels: { purpose: Purpose; outcome: string }, seconds: number) => void;
  private restsUntil = 0;

  constructor(
    config: Config,
    metrics: Metrics,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {
    super();
    this.target = config.dataSources.embeddings;
    this.model = this.target?.name ?? null;
    this.observe = metrics.duration(
      'headgate_embedding_request_duration_seconds',
      'Time that the server of embeddings took for a question, or for a batch of texts of a schema',
      ['purpose', 'outcome'],
    );
  }

  async ofQuestion(question: string): Promise<Float32Array | null> {
    if (this.target === undefined) return null;
    if (this.clock.now().getTime() < this.restsUntil) {
      this.observe({ purpose: 'question', outcome: 'resting' }, 0);
      return null;
    }
    try {
      const texts = [question.slice(0, LONGEST_QUESTION)];
      const [vector = null] = await this.measured('question', texts, this.target.questionTimeoutMs);
      return vector;
    } catch (err) {
      this.restsUntil = this.clock.now().getTime() + REST_MS;
      this.logger.warn({ err }, 'a question was ranked without embeddings');
      return null;
    }
  }

  ofTexts(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return this.measured('schema', texts, SCHEMA_TIMEOUT_MS);
  }

  private async measured(purpose: Purpose, texts: readonly string[], timeoutMs: number): Promise<Float32Array[]> {
    const startedAt = performance.now();
    let outcome = 'success';
    try {
      return await this.ask(texts, timeoutMs);
    } catch (error) {
      const failure = error instanceof EmbeddingsFailed ? error : new EmbeddingsFailed('EMBEDDINGS_UNREACHABLE');
      outcome = failure.code;
      throw failure;
    } finally {
      this.observe({ purpose, outcome }, (performance.now() - startedAt) / 1000);
    }
  }

  private async ask(texts: readonly string[], timeoutMs: number): Promise<Float32Array[]> {
    const { baseUrl, apiKey, name } = this.target ?? { baseUrl: '', apiKey: undefined, name: '' };
    const stop = new AbortController();
    const deadline = setTimeout(() => stop.abort(), timeoutMs);
    const attributes = { 'http.request.method': 'POST', 'server.address': new URL(baseUrl).hostname };
    try {
      return await traced('POST embeddings', 'CLIENT', attributes, async (trace) => {
        const response = await fetch(`${baseUrl}/embeddings`, {
          method: 'POST',
          redirect: 'manual',
          signal: stop.signal,
          headers: {
            'Content-Type': 'application/json',
            Accept: 'application/json',
            ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
            ...trace,
          },
          body: JSON.stringify({ model: name, input: texts, encoding_format: 'float' }),
        });
        return vectorsIn(response, texts.length, MOST_BYTES);
      });
    } catch (error) {
      if (stop.signal.aborted) throw new EmbeddingsFailed('EMBEDDINGS_TIMEOUT');
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  }
}
