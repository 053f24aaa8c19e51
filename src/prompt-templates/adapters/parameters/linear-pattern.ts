import { type Pattern, PatternRefused, parsePattern } from './pattern-syntax.js';

const MOST_STEPS = 500;
/** Bounds the work of unrolling repetitions of nothing, which make no steps. */
const MOST_UNROLLING = 20_000;
const ASCII = 128;

type Step =
  | { readonly kind: 'point'; readonly matches: (point: string) => boolean }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'found' };

/**
 * Finds a regular expression in a text without ever going back (Thompson 1968): all ways to match advance together, one
 * character at a time. An author’s pattern can therefore never take more than its steps times the length of the text, where the engine of the
 * language takes exponentially long for `(a|a)*b`.
 */
export class LinearPattern {
  private readonly steps: Step[] = [];
  private unrolled = 0;

  /** @throws PatternRefused */
  constructor(source: string) {
    this.add(parsePattern(source));
    this.steps.push({ kind: 'found' });
  }

  test(text: string): boolean {
    const points = Array.from(text);
    const seen = new Int32Array(this.steps.length).fill(-1);
    let current: number[] = [];
    for (let at = 0; at <= points.length; at++) {
      const found = this.enter(0, at, points, seen, current);
      if (found) return true;
      const point = points[at];
      if (point === undefined) return false;
      const following: number[] = [];
      for (const index of current) {
        const step = this.steps[index];
        if (step?.kind !== 'point' || !step.matches(point)) continue;
        if (this.enter(index + 1, at + 1, points, seen, following)) return true;
      }
      current = following;
    }
    return false;
  }

  /** Follows what takes no character, up to steps that do. @returns whether the end is reached */
  private enter(first: number, at: number, points: readonly string[], seen: Int32Array, into: number[]): boolean {
    const open = [first];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const step = this.steps[index];
      if (step === undefined || seen[index] === at) continue;
      seen[index] = at;
      if (step.kind === 'found') return true;
      if (step.kind === 'fork') open.push(...step.to);
      else if (step.kind === 'point') into.push(index);
      else if (isAtEdge(step.source, points[at - 1], points[at])) open.push(index + 1);
    }
    return false;
  }

  private add(pattern: Pattern): void {
    this.unrolled += 1;
    if (this.unrolled > MOST_UNROLLING || this.steps.length > MOST_STEPS) {
      throw new PatternRefused('Must be simpler: it repeats too much.');
    }
    if (pattern.kind === 'sequence') pattern.parts.forEach((part) => this.add(part));
    else if (pattern.kind === 'choice') this.addChoice(pattern.parts);
    else if (pattern.kind === 'repeat') this.addRepeat(pattern);
    else if (pattern.kind === 'edge') this.steps.push(pattern);
    else this.steps.push({ kind: 'point', matches: matcherOf(pattern.source) });
  }

  private addChoice(parts: readonly Pattern[]): void {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return this.add(only);
    const ways: number[] = [];
    const ends: number[][] = [];
    this.steps.push({ kind: 'fork', to: ways });
    for (const part of parts) {
      ways.push(this.steps.length);
      this.add(part);
      const end: number[] = [];
      ends.push(end);
      this.steps.push({ kind: 'fork', to: end });
    }
    for (const end of ends) end.push(this.steps.length);
  }

  private addRepeat({ part, least, most }: { part: Pattern; least: number; most: number }): void {
    for (let count = 0; count < least; count++) this.add(part);
    if (most === Infinity) {
      const ways = [this.steps.length + 1];
      const start = this.steps.push({ kind: 'fork', to: ways }) - 1;
      this.add(part);
      this.steps.push({ kind: 'fork', to: [start] });
      ways.push(this.steps.length);
      return;
    }
    const skips: number[][] = [];
    for (let count = least; count < most; count++) {
      const ways = [this.steps.length + 1];
      skips.push(ways);
      this.steps.push({ kind: 'fork', to: ways });
      this.add(part);
    }
    for (const ways of skips) ways.push(this.steps.length);
  }
}

/** One character at a time the engine of the language has nowhere to go back to. */
function matcherOf(source: string): (point: string) => boolean {
  const single = new RegExp(`^(?:${source})$`, 'u');
  const ascii = Array.from({ length: ASCII }, (_, code) => single.test(String.fromCharCode(code)));
  return (point) => ascii[point.charCodeAt(0)] ?? single.test(point);
}

function isAtEdge(source: string, before: string | undefined, after: string | undefined): boolean {
  if (source === '^') return before === undefined;
  if (source === '$') return after === undefined;
  return (isWord(before) !== isWord(after)) === (source === '\\b');
}

function isWord(point: string | undefined): boolean {
  return point !== undefined && /^\w$/.test(point);
}
