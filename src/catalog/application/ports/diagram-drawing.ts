import type { Diagram } from '../../domain/diagram.js';

export abstract class DiagramDrawing {
  /**
   * The picture of a diagram, and what its signs mean.
   * @param party takes its turn with others @throws DiagramTooLarge, Unavailable
   */
  abstract svg(diagram: Diagram, party: string): Promise<string>;
}
