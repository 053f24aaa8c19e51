import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger as PinoLogger } from 'pino';
import { createApp } from '../create-app.js';
import { loadConfig } from '../platform/config/config.js';
import { createLogger } from '../platform/logging/logger.js';
import type { Foundations } from '../platform/platform.module.js';
import { lay } from '../start.js';

/** A mistake of whoever typed the command; the message is all they need. */
export class UsageError extends Error {}

/** Runs a command on the same foundations as the server, then undoes them; errors end as one line and exit code 1. */
export async function runCommand(work: (foundations: Foundations) => Promise<void>): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const config = loadConfig(process.env);
    await work(await lay(config, quietLogger(), undo));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const last of undo.reverse()) await last();
  }
}

/** As `runCommand`, with the use cases of the application at hand. */
export function runWithApp(work: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  return runCommand(async (foundations) => {
    const app = await createApp(foundations);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  });
}

function quietLogger(): PinoLogger {
  return createLogger('warn');
}
