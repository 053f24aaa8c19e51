// node scripts/image-layout.mjs <directory>
// Does what the Dockerfile says without an engine for containers: the same commands and copies, in a directory. It is run with the Node
// and npm of this machine instead of the base image, and understands only what our Dockerfile needs; it stops at anything else.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const context = fileURLToPath(new URL('..', import.meta.url));

/** @returns where the tree of the last stage is, and how to run it */
function layImageOut(directory) {
  mkdirSync(directory, { recursive: true });
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'headgate-stages-'));
  try {
    const stages = stagesOf(readFileSync(join(context, 'Dockerfile'), 'utf8'));
    const done = new Map();
    for (const [index, stage] of stages.entries()) {
      const isLast = index === stages.length - 1;
      const root = isLast ? resolve(directory) : join(work, stage.name);
      mkdirSync(root, { recursive: true });
      done.set(stage.name, { ...perform(stage, root, isLast, done), root, base: stage.base });
    }
    return done.get(stages.at(-1).name);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The instructions by stage, each as `{ name, rest }`; continued lines are joined. */
function stagesOf(dockerfile) {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  const stages = [];
  for (const [, name, rest] of lines.matchAll(/^([A-Z]+)[ \t]+(.+)$/gm)) {
    if (name === 'FROM') {
      const [, base, as = 'image'] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest.trim()) ?? [];
      stages.push({ name: as, base, instructions: [] });
    } else stages.at(-1).instructions.push({ name, rest: rest.trim().replace(/\s+/g, ' ') });
  }
  return stages;
}

function perform({ instructions }, root, isLast, done) {
  const made = { workdir: '/', environment: {}, labels: {}, arguments: {}, user: undefined, stopSignal: undefined };
  for (const { name, rest } of instructions) {
    switch (name) {
      case 'WORKDIR':
        made.workdir = posix.resolve(made.workdir, rest);
        mkdirSync(join(root, made.workdir), { recursive: true });
        break;
      case 'COPY':
        copy(rest, root, made.workdir, done);
        break;
      case 'RUN':
        if (isLast || / \/|\.\.\//.test(` ${rest}`)) throw new Error(`Only an engine could do this: RUN ${rest}`);
        execFileSync('sh', ['-c', rest], { cwd: join(root, made.workdir), stdio: ['ignore', 'ignore', 'inherit'] });
        break;
      case 'ENV':
        Object.assign(made.environment, pairsIn(rest));
        break;
      case 'LABEL':
        Object.assign(made.labels, pairsIn(rest));
        break;
      case 'ARG':
        Object.assign(made.arguments, pairsIn(rest));
        break;
      case 'USER':
        made.user = rest;
        break;
      case 'STOPSIGNAL':
        made.stopSignal = rest;
        break;
      case 'HEALTHCHECK':
        made.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 'CMD '.length));
        break;
      case 'CMD':
        made.command = JSON.parse(rest);
        break;
      case 'EXPOSE':
        made.port = Number(rest);
        break;
      default:
        throw new Error(`${name} is not understood.`);
    }
  }
  return made;
}

function copy(rest, root, workdir, done) {
  const words = rest.split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop();
  const stage = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  for (const path of paths) {
    if (stage === undefined) assertSent(path);
    const source = stage === undefined ? join(context, path) : join(done.get(stage).root, path);
    const into = join(root, posix.resolve(workdir, target));
    // A directory is copied as what is in it, a file below a target that ends as a directory does.
    const to = statSync(source).isDirectory() || !target.endsWith('/') ? into : join(into, basename(path));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => stage !== undefined || isSent(file),
    });
  }
}

const isSent = (file) => !file.endsWith('.spec.ts');

/** An engine sees only what .dockerignore lets through. */
function assertSent(path) {
  const sent = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n');
  if (!sent.includes(`!${path}`) || !existsSync(join(context, path))) throw new Error(`.dockerignore keeps ${path} from the engine.`);
}

/** `name=value name="value with spaces"` */
function pairsIn(text) {
  const pairs = [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)];
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name a directory.');
process.stdout.write(`${JSON.stringify(layImageOut(directory), undefined, 2)}\n`);
