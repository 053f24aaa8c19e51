import { catalogue, useTexts } from '../../../i18n/texts';
import { Badge } from '../../../ui/notice';
import { Folded } from './folded';
import type { Relation } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  {
    incomplete: 'An earlier version read this and did not look for triggers, row security and more. Discover the schema again to see them.',
    parents: (names: string) => `Inherits from ${names}`,
    foreign: (server: string, wrapper: string) => `Foreign table at the server ${server} (${wrapper})`,
    kept: 'not shown, it may be a secret',
    exclusions: 'Exclusion constraints',
    triggers: 'Triggers',
    off: 'off',
    calls: (name: string) => `calls ${name}`,
    rowSecurity: 'Row security is on: readers see only the rows that the policies allow.',
    forced: 'It holds for the owner of the table too.',
    rowSecurityOff: 'Row security is off, so the policies have no effect.',
    policies: 'Policies',
    restrictive: 'restrictive',
    forRoles: (command: string, roles: string) => `${command}, for ${roles}`,
    rows: 'rows',
    writes: 'written rows',
    when: 'when',
  },
  {
    incomplete:
      'Das hat eine frühere Version gelesen, die Trigger, Zeilenschutz und weiteres nicht erfasste. Erfassen Sie das Schema erneut, um sie zu sehen.',
    parents: (names: string) => `Erbt von ${names}`,
    foreign: (server: string, wrapper: string) => `Fremde Tabelle auf dem Server ${server} (${wrapper})`,
    kept: 'nicht gezeigt, es könnte ein Geheimnis sein',
    exclusions: 'Ausschlussbedingungen',
    triggers: 'Trigger',
    off: 'aus',
    calls: (name: string) => `ruft ${name} auf`,
    rowSecurity: 'Der Zeilenschutz ist an: Wer liest, sieht nur die Zeilen, die die Regeln erlauben.',
    forced: 'Er gilt auch für den Eigentümer der Tabelle.',
    rowSecurityOff: 'Der Zeilenschutz ist aus, die Regeln wirken nicht.',
    policies: 'Regeln',
    restrictive: 'einschränkend',
    forRoles: (command: string, roles: string) => `${command}, für ${roles}`,
    rows: 'Zeilen',
    writes: 'geschriebene Zeilen',
    when: 'wenn',
  },
);

/** Where a table comes from, what it calls, and whose rows it shows. */
export function TableRules({ relation }: { readonly relation: Relation }) {
  const t = useTexts(texts);
  const { complete, parents, foreign_source: foreign, exclusion_constraints, triggers, row_security } = relation;
  return (
    <>
      {!complete && <p className={styles['note']}>{t.incomplete}</p>}
      {parents.length > 0 && <p>{t.parents(parents.map(({ schema_name, table }) => `${schema_name}.${table}`).join(', '))}</p>}
      {foreign !== null && (
        <>
          <p>{t.foreign(foreign.server, foreign.wrapper)}</p>
          {foreign.options.length > 0 && (
            <ul>
              {foreign.options.map(({ name, value }) => (
                <li key={name}>
                  <code>{name}</code>
                  <span>: </span>
                  {value === null ? <span>{t.kept}</span> : <code>{value}</code>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {row_security !== null && <RowSecurity security={row_security} />}
      <Folded title={t.exclusions} items={exclusion_constraints}>
        {({ name, method, elements, predicate, comment }) => (
          <>
            <code>
              <span>{`${name}: ${method} (${elements.map(({ expression, operator }) => `${expression} ${operator}`).join(', ')})`}</span>
              {predicate !== null && <span>{` ${t.when} ${predicate}`}</span>}
            </code>
            {comment !== null && <div className={styles['note']}>{comment}</div>}
          </>
        )}
      </Folded>
      <Folded title={t.triggers} items={triggers}>
        {({ name, timing, events, columns, condition, function: called, statement, enabled }) => (
          <>
            <code>
              <span>{`${name}: ${timing.replace('_', ' ')} ${events.join(', ')}`}</span>
              {columns.length > 0 && <span>{` (${columns.join(', ')})`}</span>}
              {condition !== null && <span>{` ${t.when} ${condition}`}</span>}
            </code>{' '}
            {!enabled && <Badge tone="warning">{t.off}</Badge>}
            {called !== null && <div className={styles['small']}>{t.calls(called)}</div>}
            {statement !== null && <pre tabIndex={0}>{statement}</pre>}
          </>
        )}
      </Folded>
    </>
  );
}

function RowSecurity({ security }: { readonly security: NonNullable<Relation['row_security']> }) {
  const t = useTexts(texts);
  const { enabled, forced, policies } = security;
  return (
    <>
      <p>
        <span>{enabled ? t.rowSecurity : t.rowSecurityOff}</span> {enabled && forced && <span>{t.forced}</span>}
      </p>
      <Folded title={t.policies} items={policies}>
        {({ name, command, permissive, roles, using, check }) => (
          <>
            <code>{name}</code>
            <span>{`: ${t.forRoles(command, roles.join(', '))}`}</span> {!permissive && <Badge>{t.restrictive}</Badge>}
            {using !== null && (
              <div>
                {t.rows}: <code>{using}</code>
              </div>
            )}
            {check !== null && (
              <div>
                {t.writes}: <code>{check}</code>
              </div>
            )}
          </>
        )}
      </Folded>
    </>
  );
}
