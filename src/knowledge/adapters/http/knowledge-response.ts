import { z } from 'zod';
import { forReader, textForReader } from '../../../platform/http/request-context.js';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import { UNPREPARED } from '../../../shared/unprepared.js';
import type { Shown } from '../../application/withhold-content.js';
import { type Entry, type EntryVersion, STATES } from '../../domain/entry.js';

const about = {
  id,
  organization_id: id,
  data_source_id: id,
  state: z.enum(STATES).meta({
    description:
      '`stale`: the schema has changed since it was saved. `broken`: the guard now refuses its SQL, and no model gets it. ' +
      'Saving it again makes it `valid`.',
  }),
  problem: z.string().nullable().meta({ description: 'Why it is broken.' }),
  unprepared: z
    .string()
    .nullable()
    .meta({
      description:
        'Why the data source did not prepare its SQL within 15 seconds when it was saved: then names of columns were not checked. ' +
        '`null` if it did, and where no SQL is shown.',
    }),
  version: z.int().min(1),
  changed_by_user_id: id,
  created_at: moment,
  changed_at: moment,
};
const ABOUT = {
  id: 3,
  organization_id: 1,
  data_source_id: 1,
  state: 'valid' as const,
  problem: null,
  unprepared: null,
  version: 1,
  changed_by_user_id: 2,
  created_at: '2026-11-21T09:30:00.000Z',
  changed_at: '2026-11-21T09:30:00.000Z',
};

const withheld = z.string().nullable().meta({
  description: 'Why the SQL is left out: data policies hide names or values in it from you.',
});

const pair = {
  question: z.string(),
  sql: z.string().nullable().meta({ description: '`null` only where it is withheld from you.' }),
  withheld,
};
const PAIR = {
  question: 'How many rivers are there in Europe?',
  sql: "SELECT count(*) FROM hydrology.rivers WHERE continent = 'Europe'",
  withheld: null,
};

export const VerifiedPair = component('VerifiedPair', z.object({ ...about, ...pair }), { ...ABOUT, ...PAIR });

const term = {
  name: z.string(),
  definition: z.string(),
  synonyms: listOf(z.string()),
  expression: z.string().nullable().meta({ description: 'How a metric is computed.' }),
  withheld,
};
const TERM = {
  name: 'Long river',
  definition: 'A river of 1,000 kilometres or more.',
  synonyms: ['great river'],
  expression: 'count(*) FILTER (WHERE length_km >= 1000)',
  withheld: null,
};

export const GlossaryTerm = component('GlossaryTerm', z.object({ ...about, ...term }), { ...ABOUT, ...TERM });

const saved = { version: z.int().min(1), changed_by_user_id: id, changed_at: moment };
const SAVED = { version: 1, changed_by_user_id: 2, changed_at: '2026-11-21T09:30:00.000Z' };

export const VerifiedPairVersion = component('VerifiedPairVersion', z.object({ ...saved, ...pair }), {
  ...SAVED,
  ...PAIR,
});

export const GlossaryTermVersion = component('GlossaryTermVersion', z.object({ ...saved, ...term }), {
  ...SAVED,
  ...TERM,
});

export function toVerifiedPair(entry: Shown<Entry>): z.infer<typeof VerifiedPair> {
  return { ...toAbout(entry), question: entry.name, sql: entry.sql, withheld: entry.withheld && forReader(entry.withheld) };
}

export function toGlossaryTerm(entry: Shown<Entry>): z.infer<typeof GlossaryTerm> {
  return { ...toAbout(entry), ...toTerm(entry) };
}

export function toPairVersion(version: Shown<EntryVersion>): z.infer<typeof VerifiedPairVersion> {
  return { ...toSaved(version), question: version.name, sql: version.sql, withheld: version.withheld && forReader(version.withheld) };
}

export function toTermVersion(version: Shown<EntryVersion>): z.infer<typeof GlossaryTermVersion> {
  return { ...toSaved(version), ...toTerm(version) };
}

function toAbout(entry: Entry): z.infer<z.ZodObject<typeof about>> {
  return {
    id: entry.id,
    organization_id: entry.organizationId,
    data_source_id: entry.dataSourceId,
    state: entry.state,
    problem: entry.problem && textForReader(entry.problem),
    unprepared: entry.sql && entry.unprepared && forReader(UNPREPARED[entry.unprepared]),
    created_at: entry.createdAt.toISOString(),
    ...toSaved(entry),
  };
}

function toSaved({ version, changedBy, changedAt }: Pick<EntryVersion, 'version' | 'changedBy' | 'changedAt'>) {
  return { version, changed_by_user_id: changedBy, changed_at: changedAt.toISOString() };
}

type TermMembers = 'name' | 'definition' | 'synonyms' | 'sql' | 'withheld';

function toTerm({ name, definition, synonyms, sql, withheld: reason }: Pick<Shown<Entry>, TermMembers>) {
  return { name, definition: definition ?? '', synonyms, expression: sql, withheld: reason && forReader(reason) };
}
