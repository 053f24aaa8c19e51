import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';

const KUBERNETES = 'deploy/kubernetes';
const KINDS = {
  ConfigMap,
  Deployment,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
};
/** What the process wants besides grace and drain until it has ended: docs/operating.md. */
const REST_SECONDS = 25;

const read = (path: string): ReturnType<typeof parse> => parse(readFileSync(path, 'utf8'), { merge: true });
const manifest = (name: string): ReturnType<typeof read> => read(join(KUBERNETES, name));
const MANIFESTS = readdirSync(KUBERNETES).filter((name) => name !== 'kustomization.yaml');

const dockerfile = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, ' ');
const compose = read('deploy/compose.yaml');
const instance = compose['x-headgate'];
const pod = manifest('deployment.yaml').spec.template.spec;
const [service] = pod.containers;
const settings = manifest('configuration.yaml').data;

/** The schemas let everything through that they do not know, a misspelt field too; what they know, they have looked at. */
function unread(value: unknown, check: (watched: unknown) => void): string[] {
  const seen = new Set<string>();
  const watch = (part: unknown, path: string): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    return new Proxy(part, {
      get: (target, key) => {
        const inner: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol') return inner;
        seen.add(`${path}/${key}`);
        return watch(inner, `${path}/${key}`);
      },
    });
  };
  check(watch(value, ''));
  const all = (part: unknown, path: string): string[] =>
    typeof part !== 'object' || part === null
      ? []
      : Object.entries(part).flatMap(([key, inner]) => [`${path}/${key}`, ...all(inner, `${path}/${key}`)]);
  return all(value, '').filter((path) => !seen.has(path));
}

function validate(described: { readonly kind: keyof typeof KINDS; readonly apiVersion: string }): string[] {
  const kind = KINDS[described.kind];
  expect(described.apiVersion).toBe(kind.apiVersion);
  return unread(described, (watched) => {
    const model: { validate(): void } = Object.assign(Object.create(kind.prototype), { ...(watched as object) });
    model.validate();
  });
}

describe('the manifests for Kubernetes', () => {
  it.each(MANIFESTS)('fit the schemas of Kubernetes: %s', (name) => {
    expect(validate(manifest(name))).toEqual([]);
  });

  it('are compared with schemas that notice what is missing, of the wrong type and misspelt', () => {
    const changed = (change: (spec: ReturnType<typeof read>) => void): ReturnType<typeof read> => {
      const deployment = manifest('deployment.yaml');
      change(deployment.spec);
      return deployment;
    };
    expect(() => validate(changed((spec) => delete spec.template.spec.containers[0].name))).toThrow(/name/);
    expect(() => validate(changed((spec) => (spec.replicas = 'two')))).toThrow(/replicas/);
    const misspelt = changed((spec) => (spec.template.spec.containers[0].livenesProbe = {}));
    expect(validate(misspelt)).toEqual(['/spec/template/spec/containers/0/livenesProbe']);
  });

  it('are all applied, but the example of a secret, in which nothing is secret', () => {
    const { resources } = manifest('kustomization.yaml');
    expect([...resources, 'secret.example.yaml'].sort()).toEqual(MANIFESTS.sort());
    expect(Object.values(manifest('secret.example.yaml').stringData).join()).not.toMatch(/[\w+/]{24}/);
  });

  it('choose the pods that there are, and ports that these have', () => {
    const { selector, template } = manifest('deployment.yaml').spec;
    const labels = template.metadata.labels;
    const policy = manifest('network.yaml').spec;
    for (const chosen of [selector.matchLabels, manifest('service.yaml').spec.selector, policy.podSelector.matchLabels])
      expect(labels).toEqual(chosen);
    expect(manifest('disruption.yaml').spec.selector.matchLabels).toEqual(labels);
    const ports = service.ports.map(({ name }: { name: string }) => name);
    const opened = policy.ingress.flatMap((rule: { ports: { port: string }[] }) => rule.ports);
    for (const { port } of opened) expect(ports).toContain(port);
    for (const { targetPort } of manifest('service.yaml').spec.ports) expect(ports).toContain(targetPort);
    const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
    expect(service.ports.map(({ containerPort }: { containerPort: number }) => String(containerPort))).toEqual([
      port,
      settings.MANAGEMENT_PORT,
    ]);
  });

  it('let nothing run as root, gain rights or write into the image', () => {
    const { runAsUser, runAsGroup, runAsNonRoot } = pod.securityContext;
    expect(dockerfile).toContain(`\nUSER ${runAsUser}:${runAsGroup}\n`);
    expect(runAsNonRoot).toBe(true);
    for (const { securityContext, volumeMounts } of [...pod.initContainers, ...pod.containers]) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const [, data] = /HEADGATE_DATA_DIR=(\S+)/.exec(dockerfile) ?? [];
      expect(volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([data, '/tmp']);
    }
  });

  it('give a pod the time that it takes to leave, and notice that it leaves within its time of grace', () => {
    const [grace, drain] = [Number(settings.SHUTDOWN_GRACE_SECONDS), Number(settings.SHUTDOWN_DRAIN_SECONDS)];
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(grace + drain + REST_SECONDS);
    const { httpGet, periodSeconds, failureThreshold } = service.readinessProbe;
    expect(httpGet).toEqual({ path: '/health/ready', port: 'management' });
    expect(periodSeconds * failureThreshold + 1).toBeLessThanOrEqual(grace);
    expect(service.livenessProbe).toMatchObject({ httpGet: { path: '/health/live', port: 'management' }, failureThreshold: 3 });
    expect(service.startupProbe.httpGet).toEqual(service.livenessProbe.httpGet);
  });

  it('leave room for the statements that run at the same time', () => {
    const limit = Number(/^(\d+)Gi$/.exec(service.resources.limits.memory)?.[1]) * 1024;
    expect(limit).toBeGreaterThanOrEqual(1024 + Number(settings.QUERIES_AT_ONCE) * Number(settings.QUERY_MEMORY_MB));
  });
});

describe('compose.yaml', () => {
  it('has two instances of the same kind, which write to their data and to /tmp alone', () => {
    expect(compose.services['headgate-1']).toEqual(instance);
    expect(compose.services['headgate-2']).toEqual(instance);
    const [, data] = /HEADGATE_DATA_DIR=(\S+)/.exec(dockerfile) ?? [];
    expect(instance).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: [`data:${data}`] });
    expect(instance.tmpfs.map((mount: string) => mount.split(':')[0])).toEqual(['/tmp']);
  });

  it('has a replica of the same version that the instances read from, and a role that it copies with', () => {
    const { postgres, 'postgres-replica': replica } = compose.services;
    expect(replica.image).toBe(postgres.image);
    expect(new URL(instance.environment.DATABASE_REPLICA_URLS.replace(/\$\{.*?\}/, 'secret'))).toMatchObject({
      hostname: 'postgres-replica',
      pathname: new URL(instance.environment.DATABASE_URL.replace(/\$\{.*?\}/, 'secret')).pathname,
    });
    const [, role] = /--username=(\w+)/.exec(replica.command.at(-1)) ?? [];
    const script = readFileSync('deploy/replica.sh', 'utf8');
    expect(script).toContain(`CREATE ROLE ${role} REPLICATION`);
    expect(script).toContain(`host replication ${role} `);
    for (const shell of [script, replica.command.at(-1).replaceAll('$$', '$')])
      expect(spawnSync('bash', ['-n'], { input: shell }).stderr.toString()).toBe('');
  });

  it('gives an instance the time that it takes to leave', () => {
    const { SHUTDOWN_GRACE_SECONDS, SHUTDOWN_DRAIN_SECONDS } = instance.environment;
    expect(Number.parseInt(instance.stop_grace_period, 10)).toBeGreaterThanOrEqual(
      Number(SHUTDOWN_GRACE_SECONDS) + Number(SHUTDOWN_DRAIN_SECONDS) + REST_SECONDS,
    );
    const [, interval, failures] = /inter (\d+)s fall (\d+)/.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? [];
    expect(Number(interval) * Number(failures) + 1).toBeLessThanOrEqual(Number(SHUTDOWN_GRACE_SECONDS));
  });

  it('holds no secret, and opens ports to this machine only', () => {
    const { postgres, 'postgres-replica': replica } = compose.services;
    const secrets = [instance.environment.HEADGATE_MASTER_KEY, postgres.environment.POSTGRES_PASSWORD, replica.environment.PGPASSWORD];
    for (const secret of secrets) expect(secret).toMatch(/^\$\{[A-Z_]+:\?/);
    const services: { readonly ports?: readonly string[] }[] = Object.values(compose.services);
    for (const port of services.flatMap(({ ports = [] }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('names only networks, volumes and services that it has', () => {
    const services: Record<string, { networks: string[]; volumes?: string[]; depends_on?: object }> = compose.services;
    for (const { networks, volumes = [], depends_on: needs = [] } of Object.values(services)) {
      for (const network of networks) expect(compose.networks).toHaveProperty(network);
      for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
      for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) expect(services).toHaveProperty(needed);
    }
  });

  // HAProxy need not be installed to run the tests.
  const whereHaproxyIs = spawnSync('haproxy', ['-v']).status === 0 ? it : it.skip;
  it('has the balancer and the container ask the port of management', () => {
    const { MANAGEMENT_PORT } = instance.environment;
    expect(readFileSync('deploy/haproxy.cfg', 'utf8')).toMatch(`default-server check port ${MANAGEMENT_PORT} inter`);
    // YAML takes a colon and a space for a mapping.
    for (const word of instance.healthcheck.test) expect(typeof word).toBe('string');
    expect(instance.healthcheck.test.at(-1)).toContain(`127.0.0.1:${MANAGEMENT_PORT}/health/ready`);
  });

  it('lets no address have all connections', () => {
    expect(readFileSync('deploy/haproxy.cfg', 'utf8')).toMatch(/^ {2}tcp-request connection reject if \{ sc0_conn_cur gt \d+ \}$/m);
  });

  whereHaproxyIs('comes with settings that HAProxy takes', () => {
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', 'deploy/haproxy.cfg']);
    expect([status, `${stdout.toString()}${stderr.toString()}`]).toEqual([0, expect.stringMatching(/is valid/)]);
  });
});

describe('the settings of nginx in docs/production.md', () => {
  const [, shown = ''] = /^```nginx\n([^]*?)^```$/m.exec(readFileSync('docs/production.md', 'utf8')) ?? [];

  it('let no address have all connections', () => {
    const [, zone] = /^limit_conn_zone \$binary_remote_addr zone=(\w+):/m.exec(shown) ?? [];
    expect(shown).toMatch(new RegExp(`^ +limit_conn ${zone} \\d+;`, 'm'));
  });

  // nginx and openssl need not be installed to run the tests.
  const whereNginxIs = ['nginx -v', 'openssl version'].every((command) => spawnSync('sh', ['-c', command]).status === 0) ? it : it.skip;
  whereNginxIs('are such that nginx takes them', () => {
    const directory = mkdtempSync(join(tmpdir(), 'headgate-nginx-'));
    const subject = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=headgate.corp.example'];
    spawnSync('openssl', [...subject, '-keyout', join(directory, 'headgate.key'), '-out', join(directory, 'headgate.crt')]);
    const server = shown.replaceAll('/etc/nginx/', `${directory}/`);
    // Those of the package belong to root.
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n');
    writeFileSync(join(directory, 'nginx.conf'), `pid ${directory}/pid;\nevents {}\nhttp {\naccess_log off;\n${places}\n${server}}\n`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-p', directory, '-c', join(directory, 'nginx.conf')]);
    rmSync(directory, { recursive: true, force: true });
    expect([status, stderr.toString()]).toEqual([0, expect.stringMatching(/test is successful/)]);
  });
});

describe('the image', () => {
  it('has a base that is named by its full version, in both stages and in its label', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual([bases[0], bases[0]]);
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
    expect(dockerfile).toContain(`org.opencontainers.image.base.name="docker.io/library/${bases[0]}"`);
  });

  it('and its surroundings name images by full versions too', () => {
    for (const name of ['balancer', 'postgres', 'postgres-replica', 'mailpit'])
      expect(compose.services[name].image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
  });
});

it('Every setting in these files is one that there is', () => {
  const page = readFileSync('docs/configuration.md', 'utf8');
  const documented = new Set(
    [...page.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, names = '']) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)),
  );
  const ofImage = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name);
  const used = [
    ...Object.keys(instance.environment),
    ...Object.keys(settings),
    ...Object.keys(manifest('secret.example.yaml').stringData),
    ...ofImage,
  ];
  const ofOthers = ['NODE_ENV', 'NPM_CONFIG_CACHE', 'NPM_CONFIG_UPDATE_NOTIFIER'];
  expect(used.filter((name) => !documented.has(name) && !ofOthers.includes(name))).toEqual([]);
});
