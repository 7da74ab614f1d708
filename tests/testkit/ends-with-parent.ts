// Loaded before the program that a test starts: a test run that was killed leaves no server behind.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
