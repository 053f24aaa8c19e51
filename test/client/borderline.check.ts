import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DocumentedOperation, bordersIn, operationsOf } from '../support/documented-values.js';
import { type Edge, changeTo, edgesOf } from '../support/edges.js';
import type { Answer } from '../support/http-client.js';
import { RightRequests } from '../support/right-requests.js';

const CALLERS = { nobody: null, stranger: 'oscar', viewer: 'vera', administrator: 'adam', system: 'sysadmin' } as const;
/** Who may do most comes first. */
const OWNERS = ['olivia', 'sysadmin', null] as const;
/** They answer this before they look at a body. */
const ASKED_BEFORE = [
  ...['FOREIGN_ORIGIN', 'INVALID_ACTIVATION_TOKEN', 'UNAUTHORIZED', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  // Forms and pictures, for what is sent here is JSON.
  'UNSUPPORTED_MEDIA_TYPE',
];
/** What a schema cannot say, by operation and field. */
const FINER: readonly RegExp[] = [
  // What it names is not there.
  / (?:.*[._])?(?:id|ids|before)$/,
  // An address, a name or a secret whose form, or whose truth, no pattern tells.
  / (?:.*[._])?(?:email|username|url|domain|host|issuer|time_zone|ip|token|metadata_xml|password|return_to)$/,
  /^(?:registerAgentClient redirect_uris|(?:judgeAgentRequest|allowAgent) request)$/,
  // Only with other members, or for another engine, protocol or kind.
  / (?:connection|config|second_factor)(?:\.\w+)?$/,
  /^(?:changeSsoEnforcement grace_hours|createWave limit|executePromptTemplate data_source_id|giveFeedback corrected_sql)$/,
  /^(?:evaluateAccesses (?:subject|action|resource)|requestAccess user_id|proveIdentityLink (?:method|code)|verifyMfa code)$/,
  /^\w+ examples\[0\]\.resource\.type$/,
  // How far it goes depends on the clock, or on what the installation grants.
  / (?:expires_at|starts_at|tokens_per_day)$/,
  /^list(?:Refusals|ScimEvents|SecurityEvents) page$/,
  // By content.
  /^(?:\w+PromptTemplates? (?:parameters|document\.templates)|replace\w+Mapping mappings|switchSampling column_name)$/,
];

/** The right request asks for what is refused, and another value does not. */
const BY_CONTENT = ['markSystemTemplate', 'replaceAccessKeyRules'];

interface Detail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A credential of a browser is judged as a whole. */
function isWithin(field: string, whole: string): boolean {
  return field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
}

function detailsOf({ body }: Answer): readonly Detail[] {
  return body?.details ?? [];
}

function about({ name }: { readonly name: string }, answer: Answer): Detail | undefined {
  return detailsOf(answer).find(({ field }) => isWithin(field, name) || isWithin(name, field));
}

function isAlike(one: Answer, other: Answer): boolean {
  const fields = (answer: Answer): string =>
    detailsOf(answer)
      .map(({ field, code }) => `${field} ${code}`)
      .join();
  return one.status === other.status && one.body?.code === other.body?.code && fields(one) === fields(other);
}

/** What lies exactly at a bound of the document, or one step beyond it, in what is otherwise right. */
describe('every operation of the document, called with what it just lets pass and just refuses', () => {
  const judged = operationsOf().filter(({ path }) => /^\/(?:api|access)\//.test(path));
  const count = { values: 0, taken: 0, refusedLikeTheRight: 0, refusedByRule: 0 };
  let requests: RightRequests;
  beforeAll(async () => {
    requests = await RightRequests.start();
  });
  afterAll(() => requests.app.close());

  const send = (one: DocumentedOperation, who: string | null, edges: readonly Edge[] = []): Promise<Answer> =>
    requests.send(one, who, changeTo(edges, one));

  /** Values that can be sent together: one of each member, in as many rounds as the longest list has. */
  const roundsOf = (edges: readonly Edge[]): Edge[][] => {
    const byName = new Map<string, Edge[]>();
    for (const edge of edges) {
      const place = `${edge.place} ${edge.name}`;
      if (!edge.isWhole) byName.set(place, [...(byName.get(place) ?? []), edge]);
    }
    const values = [...byName.values()];
    const most = Math.max(0, ...values.map(({ length }) => length));
    return Array.from({ length: most }, (_, round) => values.flatMap((some) => some[round % some.length] ?? []));
  };

  /** @returns how the answer contradicts the document */
  const faultOf = (one: DocumentedOperation, edge: Edge, answer: Answer): string | undefined => {
    const { operationId } = one.operation;
    const told = about(edge, answer);
    const isUntold = answer.status === 400 && detailsOf(answer).length === 0;
    if (told === undefined ? !isUntold : FINER.some((rule) => rule.test(`${operationId} ${edge.name}`))) return undefined;
    return [
      operationId,
      edge.name,
      JSON.stringify(edge.value)?.slice(0, 40),
      answer.status,
      answer.body?.code,
      told?.code,
      told?.message,
    ].join(' | ');
  };

  it('takes each value at its border', async () => {
    const faults: (string | undefined)[] = [];
    for (const one of judged) {
      const edges = edgesOf(one);
      if (edges.length === 0) continue;
      let who: string | null = 'olivia';
      let right = await send(one, who);
      for (const other of OWNERS) {
        if (right.status < 300) break;
        who = other;
        right = await send(one, who);
      }
      const taken = new Set<Edge>();
      if (right.status < 300)
        for (const together of roundsOf(edges))
          if ((await send(one, who, together)).status < 300) for (const edge of together) taken.add(edge);
      for (const edge of edges) {
        count.values += 1;
        const answer = taken.has(edge) ? right : await send(one, who, [edge]);
        if (answer.status < 300) count.taken += 1;
        else if (right.status >= 300 && isAlike(answer, right)) count.refusedLikeTheRight += 1;
        else {
          count.refusedByRule += 1;
          faults.push(faultOf(one, edge, answer));
        }
      }
    }
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(count.values).toBeGreaterThan(2_900);
    // The others name what the scene does not have, or need more than the right request has.
    expect(count.taken).toBeGreaterThan(1_850);
  });

  it('opens nothing to others by values at their borders', async () => {
    const faults: unknown[] = [];
    for (const one of judged) {
      const { operationId } = one.operation;
      const last = roundsOf(edgesOf(one)).at(-1);
      if (last === undefined || BY_CONTENT.includes(operationId)) continue;
      for (const [caller, who] of Object.entries(CALLERS)) {
        const right = await send(one, who);
        const answer = await send(one, who, last);
        const isOpened = [401, 403, 404].includes(right.status) && answer.status < 400;
        if (isOpened || (answer.status >= 500 && answer.status !== right.status))
          faults.push([operationId, caller, right.status, answer.status, answer.body?.code]);
      }
    }
    expect(faults).toEqual([]);
  });

  // An administrator sends each of them; the other callers take turns, and send all at once in `document-sweep.check.ts`.
  it('refuses the first value beyond each border and names it, whoever calls', async () => {
    const faults: unknown[] = [];
    const named = new Map<string, number>();
    const others = Object.entries(CALLERS).filter(([caller]) => caller !== 'administrator');
    let turn = 0;
    for (const one of judged) {
      const { security = [], operationId } = one.operation;
      const needsCaller = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
      const { query, body } = bordersIn(one);
      for (const border of [...query, ...body]) {
        const edge: Edge = { place: query.includes(border) ? 'query' : 'body', name: border.name, value: border.beyond, isWhole: false };
        turn += 1;
        for (const [caller, who] of [
          ['administrator', CALLERS.administrator] as const,
          ...others.slice(turn % others.length, (turn % others.length) + 1),
        ]) {
          const answer = await send(one, who, [edge]);
          if (who === null && needsCaller ? answer.status === 401 : ASKED_BEFORE.includes(answer.body?.code)) continue;
          named.set(caller, (named.get(caller) ?? 0) + 1);
          if (about(border, answer) === undefined)
            faults.push([operationId, caller, border.name, border.code, answer.status, answer.body?.code].join(' | '));
        }
      }
    }
    expect(faults).toEqual([]);
    expect(named.get('administrator')).toBeGreaterThan(1_200);
    for (const caller of ['stranger', 'viewer', 'system']) expect(named.get(caller)).toBeGreaterThan(250);
  });
});
