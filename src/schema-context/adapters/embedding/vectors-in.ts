const MOST_DIMENSIONS = 4_096;

/** Goes to the log and into a label of the metric, never into an answer. */
export class EmbeddingsFailed extends Error {
  constructor(
    readonly code: 'EMBEDDINGS_UNREACHABLE' | 'EMBEDDINGS_TIMEOUT' | 'EMBEDDINGS_REFUSED' | 'EMBEDDINGS_TOO_LARGE' | 'EMBEDDINGS_MALFORMED',
    detail = '',
  ) {
    super(`The embeddings server returned no vectors${detail}.`);
    this.name = 'EmbeddingsFailed';
  }
}

/** The vectors of an answer, in the order of the texts. @throws EmbeddingsFailed, and what the connection ends with */
export async function vectorsIn(response: Response, count: number, mostBytes: number): Promise<Float32Array[]> {
  const text = await textOf(response, mostBytes);
  // The text of the server may repeat the question, so only its status is reported.
  if (!response.ok) throw new EmbeddingsFailed('EMBEDDINGS_REFUSED', `, but the status ${response.status}`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [at, entry] of entriesIn(text).entries()) {
    const { index = at, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
    if (typeof index !== 'number' || !(index in vectors) || !isVector(embedding)) throw malformed();
    vectors[index] = Float32Array.from(embedding);
  }
  return vectors.map((vector) => {
    if (vector === undefined) throw malformed();
    return vector;
  });
}

function entriesIn(text: string): readonly unknown[] {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (Array.isArray(data)) return data;
  } catch {
    // Answered below.
  }
  throw malformed();
}

function isVector(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_DIMENSIONS &&
    value.every((one) => typeof one === 'number' && Number.isFinite(one))
  );
}

function malformed(): EmbeddingsFailed {
  return new EmbeddingsFailed('EMBEDDINGS_MALFORMED', ' that fit the texts');
}

async function textOf(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new EmbeddingsFailed('EMBEDDINGS_TOO_LARGE');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
