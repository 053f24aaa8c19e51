/** A server that turns texts into vectors: the more two texts mean the same, the smaller the angle. */
export abstract class Embeddings {
  /** `null`: there is none. */
  abstract readonly model: string | null;
  /** @returns `null` if it cannot tell in time; nothing depends on it */
  abstract ofQuestion(question: string): Promise<Float32Array | null>;
  /** One for each text. @throws EmbeddingsFailed */
  abstract ofTexts(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
