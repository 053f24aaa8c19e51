// Compiles the bodies of requests (*.dto.ts) for the build: Nest's plugin reads their types and comments into the API document, and it
// runs in the TypeScript compiler alone.
import { before as describeBodies } from '@nestjs/swagger/plugin';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const BODY = /\.dto\.ts$/;

const PLUGIN = {
  classValidatorShim: true,
  introspectComments: true,
  esmCompatible: true,
  controllerFileNameSuffix: [],
};

/** For Rolldown. A caller who builds again with the same plugin tells it which files have changed. */
export function describedBodies(root) {
  const results = new Map();
  const sources = new Map();
  let program;
  return {
    name: 'described-bodies',
    transform: {
      filter: { id: BODY },
      handler(_text, file) {
        program ??= programOf(root, sources);
        if (!results.has(file)) results.set(file, compiled(program, file));
        return { ...results.get(file), moduleType: 'js' };
      },
    },
    /** What a body imports may change what is said of it, so all are compiled again then. */
    changed(file) {
      if (!sources.delete(file) && !BODY.test(file)) return;
      program = undefined;
      results.clear();
    },
  };
}

/**
 * Reads the bodies and our files that they import. Types of packages and of newer libraries say nothing about a member of a body, and
 * reading them takes ten times as long.
 * @param sources those that are parsed already
 */
function programOf(root, sources) {
  const bodies = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
    .filter(({ name }) => BODY.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: bodies, include: [] }, ts.sys, root);
  const options = { ...parsed.options, types: [], lib: ['lib.es5.d.ts'], noCheck: true };
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...how) => {
    const source = sources.get(file) ?? parse(file, ...how);
    if (source !== undefined) sources.set(file, source);
    return source;
  };
  host.resolveModuleNameLiterals = (names, importer) =>
    names.map(({ text }) => ({ resolvedModule: text.startsWith('.') ? own(text, importer) : undefined }));
  return ts.createProgram(bodies, options, host);
}

function own(name, importer) {
  const resolvedFileName = resolve(dirname(importer), name.replace(/\.js$/, '.ts'));
  return { resolvedFileName, extension: ts.Extension.Ts, isExternalLibraryImport: false };
}

function compiled(program, file) {
  const written = {};
  const keep = (name, text) => (written[name.endsWith('.map') ? 'map' : 'code'] = text);
  program.emit(program.getSourceFile(file), keep, undefined, false, {
    before: [describeBodies(PLUGIN, program)],
  });
  return written;
}
