import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { loadConfig } from '../platform/config/config.js';
import { createLogger } from '../platform/logging/logger.js';
import { linesFor } from '../platform/logging/readable-lines.js';
import { DomainError } from '../shared/domain-error.js';
import type { Foundations } from '../platform/platform.module.js';
import type { Undo } from '../boot/opened-database.js';
import { inEnglish } from '../shared/sentence.js';

/** A mistake in the typed command; its author needs only the message. */
export class UsageError extends Error {}

/** Where what runs cannot be undone, neither a question for help nor a slip begins it. */
export function takeNoArguments(usage: string): void {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  const asksForHelp = given.some(isHelp);
  (asksForHelp ? process.stdout : process.stderr).write(`${asksForHelp ? '' : 'It takes no arguments. '}${usage}\n`);
  process.exit(asksForHelp ? 0 : 1);
}

export const isHelp = (argument: string): boolean => ['--help', '-h', 'help'].includes(argument);

/** Runs a command on the same foundations as the server, then undoes them; errors end as one line and exit code 1. */
export async function runCommand(
  work: (foundations: Foundations) => Promise<void>,
  use: 'sealing' | 'rotating keys' = 'sealing',
  level: 'info' | 'warn' = 'warn',
): Promise<void> {
  const undo: Undo[] = [];
  try {
    const config = loadConfig(process.env);
    const logger = createLogger(level, linesFor(config.logFormat));
    // What takes long to load is loaded where it is needed, here and in the commands, so that a typing error is
    // reported at once.
    const { openFoundations, undoAll } = await import('../boot/foundations.js');
    try {
      await work(await openFoundations(config, logger, undo, use));
    } finally {
      await undoAll(undo, logger);
    }
  } catch (error) {
    fail(error);
  }
}

/** As `runCommand`, with the use cases of the application at hand. */
export function runWithApp(work: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  return runCommand(async (foundations) => {
    const { createApp } = await import('../boot/create-app.js');
    const app = await createApp(foundations);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  });
}

export function fail(error: unknown): void {
  const details =
    error instanceof DomainError ? (error.details ?? []).map(({ field, message }) => `\n  ${field}: ${inEnglish(message)}`) : [];
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${details.join('')}\n`);
  process.exitCode = 1;
}
