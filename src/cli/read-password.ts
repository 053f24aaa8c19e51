import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './command-line.js';

/** From a prompt that shows nothing, or the first line of standard input; never an argument, which `ps` shows to everyone. */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await prompt() : ((await text(process.stdin)).split(/\r?\n/)[0] ?? '');
  if (password === '') throw new UsageError('No password was given.');
  return password;
}

async function prompt(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write('Password (15 characters or more): ');
    const password = await terminal.question('');
    process.stderr.write('\nOnce more: ');
    if ((await terminal.question('')) !== password) throw new UsageError('\nThe two were not the same.');
    process.stderr.write('\n');
    return password;
  } finally {
    terminal.close();
  }
}
