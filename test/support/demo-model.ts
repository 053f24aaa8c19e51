import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface DemoModel {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** What `npm run demo:model` starts, on a free port. */
export async function startDemoModel(): Promise<DemoModel> {
  const child = spawn(process.execPath, ['scripts/demo-model.mjs', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const baseUrl = await addressOf(child);
  return {
    baseUrl,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/** The address that the stand-in prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The stand-in has no output.');
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /LLM_BASE_URL=(\S+) LLM_MODEL=demo npm start/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The stand-in printed no address.');
}
