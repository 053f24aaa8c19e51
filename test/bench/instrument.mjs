// Loaded before the program under measurement: it answers how much CPU the process has used, and ends with its parent.
process.on('message', (message) => {
  if (message === 'cpu') process.send(process.cpuUsage());
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
