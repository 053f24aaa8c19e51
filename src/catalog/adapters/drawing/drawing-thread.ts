import type { Diagram } from '../../domain/diagram.js';
import { svgOf } from './svg.js';

/** Entry point of the threads: one picture at a time. */
export default function draw(diagram: Diagram): string {
  return svgOf(diagram);
}
