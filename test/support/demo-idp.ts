import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface DemoIdp {
  readonly issuer: string;
  readonly nameServer: string;
  stop(): Promise<void>;
}

/** What `npm run demo:idp` starts, on free ports. */
export async function startDemoIdp(): Promise<DemoIdp> {
  const child = spawn(process.execPath, ['scripts/demo-idp.mjs', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const addresses = await addressesOf(child);
  return {
    ...addresses,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function addressesOf(child: ChildProcess): Promise<{ issuer: string; nameServer: string }> {
  if (child.stdout === null) throw new Error('The provider has no output.');
  let issuer = '';
  for await (const line of createInterface(child.stdout)) {
    issuer = /^Identity provider: (\S+)/.exec(line)?.[1] ?? issuer;
    const [, nameServer] = /SSO_NAME_SERVERS=(\S+) npm start/.exec(line) ?? [];
    if (nameServer !== undefined) return { issuer, nameServer };
  }
  throw new Error('The provider printed no address.');
}
