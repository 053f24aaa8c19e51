import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type ICruiseResult, cruise } from 'dependency-cruiser';

const root = process.cwd();

function sourcesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const sources = sourcesBelow(join(root, 'src'));
const useCases = sources.filter((file) => /\/application\/[^/]+\.ts$/.test(file) && !file.endsWith('.spec.ts'));

/** What changes how a person proves who they are, by the port or use case that does it. */
const CREDENTIAL_CHANGES: Record<string, readonly string[]> = {
  Users: ['save', 'replaceHash'],
  Factors: ['add', 'confirm', 'remove', 'removeAll'],
  RecoveryCodes: ['replace'],
  AddFactor: ['execute'],
  DiscardFactors: ['execute'],
  IssueRecoveryCodes: ['execute'],
};

/** Each with a piece of its code that the reason stands on. */
const NEED_NOT_END_TRUST: Record<string, { readonly because: string; readonly seenBy: RegExp }> = {
  'src/accounts/application/steer-account.ts': {
    because: 'a name is no credential, and a password that comes with it ends trust',
    seenBy: /passwordHash === null \? renamed : renamed\.changePassword\(passwordHash/,
  },
  'src/accounts/application/change-display-name.ts': {
    because: 'what others call a person is no credential',
    seenBy: /= user\.showAs\(/,
  },
  'src/accounts/application/follow-display-name.ts': {
    because: 'what others call a person is no credential',
    seenBy: /= user\?\.showAs\(/,
  },
  'src/accounts/application/claim-account.ts': {
    because: 'the claim of an unclaimed account ends trust, and that of another changes no credential',
    seenBy: /if \(!user\.isUnclaimed\) return claimed;/,
  },
  'src/accounts/application/offer-password.ts': {
    because: 'that a mail was sent is no credential',
    seenBy: /= user\.offerPassword\(this\.clock\.now\(\)\)/,
  },
  'src/mfa/application/discard-factors.ts': {
    because: 'its callers do: the reset of factors is found as such, and the claim of an account ends trust itself',
    seenBy: /execute\(userId: number\).*return this\.factors\.removeAll\(userId\);/s,
  },
  'src/mfa/application/enrol-totp.ts': {
    because: 'an enrolment counts for nothing until it is confirmed',
    seenBy: /\.add\(\{[^}]*confirmedAt: null/,
  },
  'src/mfa/application/issue-recovery-codes.ts': {
    because: 'its callers do, and are found as such',
    seenBy: /execute\(userId: number\).*await this\.recoveryCodes\.replace\(\s*userId,/s,
  },
  'src/accounts/application/verify-password.ts': {
    because: 'it is the same password under a newer hash',
    seenBy: /replaceHash\(user\.id, hash, await this\.hasher\.hash\(password, familiarity\)\)/,
  },
};

describe('the architecture', () => {
  it('keeps its layers: no import crosses a border, no cycle', async () => {
    const rules = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
      forbidden: object[];
      options: object;
    };
    const { output } = await cruise(['src', 'migrations'], {
      ruleSet: { forbidden: rules.forbidden },
      // As the command names it, so that the one reads what the other has found.
      rulesFile: '.dependency-cruiser.cjs',
      ...rules.options,
      validate: true,
    } as never);
    const { modules, summary } = output as ICruiseResult;
    // The cruiser reports success on nothing as well.
    expect(modules.filter((module) => module.source.startsWith('src/')).length).toBeGreaterThan(100);
    expect(modules.flatMap((module) => module.dependencies).length).toBeGreaterThan(300);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  });

  it('has no file over 250 lines', () => {
    const long = sources.filter((file) => !file.endsWith('.spec.ts') && readFileSync(file, 'utf8').split('\n').length > 251);
    expect(long).toEqual([]);
  });

  it('has no bucket of a name', () => {
    const bucket = /(utils?|helpers?|common|manager|impl|service)\.ts$|\/(utils?|helpers?|common|services)\//;
    expect(sources.filter((file) => bucket.test(file))).toEqual([]);
  });

  it('names every use case and controller in the module of its context', () => {
    const modulesOf = (context: string): string =>
      sources
        .filter((file) => dirname(file) === `src/${context}`)
        .map((file) => readFileSync(file, 'utf8').replaceAll(/^import .*?;$/gms, ''))
        .join('\n');
    const named = sources
      .filter((file) => useCases.includes(file) || file.endsWith('.controller.ts'))
      .flatMap((file) => {
        const [, context = ''] = file.split('/');
        const classes = readFileSync(file, 'utf8').matchAll(/^@(?:Injectable|Controller)\([^]*?^export class (\w+)/gm);
        return context === 'platform' ? [] : [...classes].map(([, name = '']) => ({ context, name }));
      });
    expect(named.length).toBeGreaterThan(500);
    const modules = new Map([...new Set(named.map(({ context }) => context))].map((one) => [one, modulesOf(one)]));
    const forgotten = named.filter(({ context, name }) => !new RegExp(`\\b${name}\\b`).test(modules.get(context) ?? ''));
    expect(forgotten.map(({ context, name }) => `Name ${name} in src/${context}/${context}.module.ts.`)).toEqual([]);
  });

  it('binds every port', () => {
    const bound = sources.filter((file) => !file.endsWith('.spec.ts')).map((file) => readFileSync(file, 'utf8'));
    const provided = new Set(bound.flatMap((text) => [...text.matchAll(/\bprovide: (\w+)/g)].map(([, name = '']) => name)));
    const ports = sources
      .filter((file) => file.includes('/application/ports/'))
      .flatMap((file) => {
        const [, context = ''] = file.split('/');
        return [...readFileSync(file, 'utf8').matchAll(/^export abstract class (\w+)/gm)].map(([, name = '']) => ({ context, name }));
      });
    expect(ports.length).toBeGreaterThan(100);
    const unbound = ports.filter(({ name }) => !provided.has(name));
    expect(unbound.map(({ context, name }) => `Bind ${name} in src/${context}/${context}.module.ts or src/bindings.module.ts.`)).toEqual(
      [],
    );
  });

  it('declares the bodies of requests in *.dto.ts alone, where the build reads their types into the API document', () => {
    const decorated = /^ {2}@(Is[A-Z]|Length|Matches|Max|Min|Validate|Array|Type\()/m;
    const isBody = (file: string): boolean => decorated.test(readFileSync(file, 'utf8'));
    expect(sources.filter((file) => file.endsWith('.dto.ts') && isBody(file)).length).toBeGreaterThan(20);
    expect(sources.filter((file) => !file.endsWith('.dto.ts') && isBody(file))).toEqual([]);
  });

  it('declares answers in *-response.ts, or in the one controller that gives them', () => {
    const schemas = sources.filter((file) => file.includes('/adapters/http/') && / = component\(/.test(readFileSync(file, 'utf8')));
    expect(schemas.length).toBeGreaterThan(50);
    // SCIM has schemas and errors of its own, for both directions.
    const named = /(-response|\.controller|\/scim-(schemas|error))\.ts$/;
    expect(schemas.filter((file) => !named.test(file))).toEqual([]);
  });

  it('keeps what a use case executes within 50 lines', () => {
    expect(useCases.length).toBeGreaterThan(10);
    const long = useCases.filter((file) => executeLength(readFileSync(file, 'utf8')) > 50);
    expect(long).toEqual([]);
  });

  it('lets every use case that changes credentials end trust', () => {
    const changing = useCases.filter((file) => credentialChanges(read(file)).length > 0);
    expect(changing.length).toBeGreaterThan(8);
    const allowed = Object.keys(NEED_NOT_END_TRUST);
    expect(changing.filter((file) => !endsTrust(read(file))).sort()).toEqual(allowed.sort());
    for (const [file, { seenBy }] of Object.entries(NEED_NOT_END_TRUST)) expect(read(file)).toMatch(seenBy);
  });

  it.each<[string, (source: string) => string]>([
    ['leaves out the change of the epoch', (source) => source.replaceAll(/\.changeFactors(\.execute)?\(/g, '.changeFactors.toString(')],
    ['does by itself what AddFactor does', (source) => source.replaceAll('.addFactor.execute(', '.addFactor.toString(')],
    ['saves a user after another transition', (source) => source.replaceAll(/\buser\.\w+\(/g, 'user.rename(')],
    ['saves a user without a change', (source) => source.replaceAll(/\.save\(\w+\.\w+\(/g, '.save((')],
  ])('notices a use case that %s', (_, forget) => {
    const ending = useCases.map(read).filter((source) => credentialChanges(source).length > 0 && endsTrust(source));
    const forgetful = ending.map(forget).filter((source, at) => source !== ending[at]);
    expect(forgetful.length).toBeGreaterThan(0);
    expect(forgetful.filter((source) => credentialChanges(source).length > 0 && endsTrust(source))).toEqual([]);
  });
});

/** Without its comments: what they say proves nothing. */
function read(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*\n/gm, '');
}

interface CredentialChange {
  readonly type: string;
  /** The call with the beginning of what it is given. */
  readonly text: string;
}

/** The calls that change credentials, whatever the use case calls its port. */
function credentialChanges(source: string): CredentialChange[] {
  return Object.entries(CREDENTIAL_CHANGES).flatMap(([type, methods]) =>
    fieldsOf(source, type).flatMap((field) => {
      const call = new RegExp(`this\\.${field}\\.(?:${methods.join('|')})\\(\\s*\\w*(?:\\.\\w+\\()?`, 'g');
      return [...source.matchAll(call)].map(([text]) => ({ type, text }));
    }),
  );
}

function fieldsOf(source: string, type: string): string[] {
  return [...source.matchAll(new RegExp(`\\b(\\w+): ${type}\\b`, 'g'))].map(([, field = '']) => field);
}

/** Users are saved after nothing but a transition that ends trust; a change of factors goes by what does so for it. */
function endsTrust(source: string): boolean {
  const raises = ['ChangeFactors', 'AddFactor'].some((type) =>
    fieldsOf(source, type).some((field) => source.includes(`this.${field}.execute(`)),
  );
  return credentialChanges(source).every(({ type, text }) =>
    type === 'Users' ? /\.save\(/.test(text) && savesEndedTrust(source, text) : raises,
  );
}

function savesEndedTrust(source: string, call: string): boolean {
  const argument = call.slice(call.indexOf('.save(') + '.save('.length).trim();
  const value = argument.includes('.') ? argument : new RegExp(`const ${argument || '-'} = ([^;]+);`).exec(source)?.[1];
  const transitions = [...(value ?? '').matchAll(/\buser\.(\w+)\(/g)].map(([, name = '']) => name);
  const ending = endingTransitions();
  return transitions.length > 0 && transitions.every((name) => ending.includes(name));
}

/** Methods of `User` that raise the epoch; `src/accounts/domain/user.spec.ts` shows that they do. */
function endingTransitions(): string[] {
  const methods = read('src/accounts/domain/user.ts').matchAll(/^ {2}(\w+)\([^\n]*\): User \{\n(.*?)^ {2}\}$/gms);
  return [...methods].filter(([, , body = '']) => body.includes('this.endTrust(')).map(([, name = '']) => name);
}

/** Lines of the `execute` method, which is what a reader has to take in at once. */
function executeLength(source: string): number {
  const lines = source.split('\n');
  const start = lines.findIndex((line) => /^ {2}(async )?execute\(/.test(line));
  if (start === -1) return 0;
  return lines.slice(start).findIndex((line) => line === '  }') + 1;
}
