import { freePort, postgresCpu } from './processes.mjs';
import { Scratch } from './scratch.mjs';
import { logIn, startDatabase, startService } from './service.mjs';
import { sample } from './read.mjs';
const scratch = await Scratch.make();
try {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url });
  const token = await logIn(service.url);
  const paths = (process.env.PATHS ?? '/health/live,/api/v1/me,/api/rivers?limit=10').split(',');
  for (const path of paths) await sample(scratch, service, path, token, 2500);
  const out = {};
  for (let r = 0; r < Number(process.env.ROUNDS ?? 5); r++)
    for (const path of paths) {
      const s = await sample(scratch, service, path, token, 1500, () => postgresCpu(database.postmasterPid));
      (out[path] ??= []).push([s.cpuMs, s.databaseCpuMs]);
    }
  for (const [p, v] of Object.entries(out))
    console.log(
      p,
      'server',
      v
        .map((x) => x[0].toFixed(3))
        .sort()
        .join(' '),
      'pg',
      v.map((x) => x[1].toFixed(3)).sort()[Math.floor(v.length / 2)],
    );
} finally {
  await scratch.clear();
}
