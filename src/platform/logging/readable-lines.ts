import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

const LOUD: Readonly<Record<string, 'red' | 'yellow'>> = { fatal: 'red', error: 'red', warn: 'yellow' };
/** Lists that are longer are counted. */
const MOST_NAMED = 3;

/** For a person at a terminal: the time of day in UTC, the sentence, and then its fields. Programs read the JSON lines. */
export function readableLines(output: { write(text: string): unknown }): DestinationStream {
  return { write: (line: string) => void output.write(readable(JSON.parse(line) as Line)) };
}

/** Where a process writes its lines; nothing for the usual place, as JSON. */
export function linesFor(format: 'auto' | 'json' | 'text'): DestinationStream | undefined {
  const isJson = format === 'json' || (format === 'auto' && !process.stdout.isTTY);
  return isJson ? undefined : readableLines(process.stdout);
}

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

function readable({ level, time, msg = '', err, ...fields }: Line): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${wordOf(value)}`);
  const colour = LOUD[level];
  const parts = [
    styleText('dim', `${time.slice(11, 19)}Z`),
    ...(colour === undefined ? [] : [styleText(colour, level.toUpperCase())]),
    visible(msg),
    ...(shown.length === 0 ? [] : [styleText('dim', shown.join(' '))]),
  ];
  const cause = err?.stack ?? err?.message;
  return `${parts.join('  ')}\n${cause === undefined ? '' : visible(cause).replaceAll(/^/gm, '    ') + '\n'}`;
}

/** Errors quote other systems, whose text must not command the terminal. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Zl}|\p{Zp}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function wordOf(value: unknown): string {
  if (Array.isArray(value) && value.length > MOST_NAMED) return String(value.length);
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : visible(JSON.stringify(value));
}
