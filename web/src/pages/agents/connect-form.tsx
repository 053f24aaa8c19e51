import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useRead } from '../../session/read';
import { AnchorButton, Button } from '../../ui/button';
import { Actions } from '../../ui/dialog';
import { CheckField, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Notice, Problem } from '../../ui/notice';
import { SCOPES, type Scope, usePermissionsWithin } from '../account/key-scopes';
import { keyTexts } from '../account/key-texts';
import styles from '../account/keys.module.css';
import { AGENTS, type Asked } from './agent-api';
import { texts } from './texts';

const DAYS = [1, 7, 30, 90] as const;
const USUAL_DAYS = 30;

interface ConnectProps {
  readonly request: string;
  readonly asked: Asked;
}

/** What the person leaves of what the program asks for. */
export function ConnectForm({ request, asked }: ConnectProps) {
  const t = useTexts(texts);
  const words = useTexts(keyTexts);
  const { number } = useFormats();
  const [organizationId, setOrganization] = useState(asked.organizations[0]?.id ?? 0);
  const [refused, setRefused] = useState<readonly Scope[]>([]);
  const [refusedSources, setRefusedSources] = useState<readonly number[]>([]);
  const [wantedDays, setDays] = useState<number>(USUAL_DAYS);
  const organization = asked.organizations.find(({ id }) => id === organizationId);
  const longest = organization?.longest_days ?? 1;
  const days = Math.min(wantedDays, longest);
  const held = usePermissionsWithin(organizationId);
  const offered = SCOPES.filter(
    ({ scope, needs }) => organization?.scopes.includes(scope) === true && needs.every((permission) => held.has(permission)),
  );
  const scopes = offered.map(({ scope }) => scope).filter((scope) => !refused.includes(scope));
  const { sources, isKnown, areMany, error } = useSources(organizationId, held.has('data_source.read'));
  const kept = sources.filter(({ id }) => !refusedSources.includes(id)).map(({ id }) => id);
  const allow = useAction(
    async () => {
      const data_source_ids = kept.length === sources.length ? null : kept;
      const body = { request, organization_id: organizationId, scopes, data_source_ids, days };
      return unwrap(await headgate.POST(AGENTS, { body })).allowed_agent.redirect_to;
    },
    { changes: [AGENTS], onDone: (address) => location.assign(address) },
  );
  // What has not been shown is not allowed.
  const lacksSources = !isKnown || (sources.length > 0 && kept.length === 0);
  const lacks = [...(scopes.length === 0 ? [t.scopes] : []), ...(lacksSources ? [t.sources] : [])];
  return (
    <Form onSubmit={() => allow.run(undefined)} lacks={lacks}>
      <SelectField
        label={t.organization}
        value={organizationId}
        onChange={({ target }) => {
          setOrganization(Number(target.value));
          setRefusedSources([]);
        }}
      >
        {asked.organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {offered.length === 0 ? (
        <Notice tone="warning">{words.noScopes}</Notice>
      ) : (
        <Ticks
          legend={t.scopes}
          of={offered.map(({ scope }) => ({ id: scope, label: words[scope] }))}
          refused={refused}
          onChange={setRefused}
        />
      )}
      <Problem error={error} />
      {areMany && <p>{t.allSources}</p>}
      {sources.length > 0 && (
        <Ticks
          legend={t.sources}
          hint={t.laterToo}
          of={sources.map(({ id, name }) => ({ id, label: name }))}
          refused={refusedSources}
          onChange={setRefusedSources}
        />
      )}
      <SelectField label={t.forHowLong} value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {[...new Set([...DAYS.filter((one) => one < longest), longest])].map((one) => (
          <option key={one} value={one}>
            {words.days(number(one))}
          </option>
        ))}
      </SelectField>
      <p>{t.youCanEnd}</p>
      <Problem error={allow.error} />
      <Actions>
        <AnchorButton href={asked.decline_to}>{t.decline}</AnchorButton>
        <Button type="submit" look="primary" isBusy={allow.isRunning || allow.result !== undefined}>
          {t.allow}
        </Button>
      </Actions>
    </Form>
  );
}

interface TicksProps<Id> {
  readonly legend: string;
  readonly hint?: string;
  readonly of: readonly { readonly id: Id; readonly label: string }[];
  readonly refused: readonly Id[];
  readonly onChange: (refused: readonly Id[]) => void;
}

function Ticks<Id extends string | number>({ legend, hint, of, refused, onChange }: TicksProps<Id>) {
  return (
    <fieldset className={styles['scopes']}>
      <legend>{legend}</legend>
      {of.map(({ id, label }) => (
        <CheckField
          key={id}
          label={label}
          checked={!refused.includes(id)}
          onChange={({ target }) => onChange(target.checked ? refused.filter((one) => one !== id) : [...refused, id])}
        />
      ))}
      {hint !== undefined && <p>{hint}</p>}
    </fieldset>
  );
}

const MOST_SOURCES = 100;

interface Sources {
  readonly sources: readonly { readonly id: number; readonly name: string }[];
  /** Those of this organization have come; until then those of the one before are still at hand. */
  readonly isKnown: boolean;
  readonly areMany: boolean;
  readonly error: Error | null;
}

/** All that can be chosen: of more than a hundred, the program may ask all or none. */
function useSources(organization: number, isEnabled: boolean): Sources {
  const query = { organization_id: organization, limit: MOST_SOURCES };
  const { data, isPlaceholderData, error } = useRead('/api/v1/data-sources', { params: { query } }, { enabled: isEnabled });
  const found = data !== undefined && !isPlaceholderData ? data : null;
  const areMany = found !== null && found.pagination.total > MOST_SOURCES;
  return { sources: found === null || areMany ? [] : found.data_sources, isKnown: found !== null || !isEnabled, areMany, error };
}
