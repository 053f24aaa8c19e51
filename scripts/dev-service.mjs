// A process of `npm run dev`. It loads the packages while there is nothing to run yet, then what was built, and runs it when told to.
const NOT_THERE = 1;

process.on('message', async ({ packages, load, run }) => {
  // One after the other, as the service does. What a package cannot do is said when the service asks for it.
  for (const name of packages ?? []) await import(name).catch(() => undefined);
  if (load !== undefined)
    await import(load).then(
      () => process.send({ loaded: true }),
      (error) => {
        console.error(error);
        process.exit(NOT_THERE);
      },
    );
  if (run !== undefined) await import(run);
});
// Whoever watches is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
