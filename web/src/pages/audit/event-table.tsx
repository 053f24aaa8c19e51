import { Fragment } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePlace } from '../../session/place';
import { Button } from '../../ui/button';
import { Badge } from '../../ui/notice';
import { fullNameOf } from '../../ui/person';
import { markFitting } from '../../ui/table';
import table from '../../ui/table.module.css';
import { Thing } from '../organization/thing';
import { useActionName } from './actions';
import styles from './audit.module.css';
import { targets } from './targets';
import { texts } from './texts';
import type { AuditEvent } from './trail-api';

interface EventTableProps {
  readonly rows: readonly AuditEvent[];
  readonly onPerson: (person: Person) => void;
}

/** Who did it, or whose account it happened to. */
type Person = { readonly actor: number } | { readonly member: number };

/** One event in each row, which opens for its details. */
export function EventTable({ rows, onPerson }: EventTableProps) {
  const t = useTexts(texts);
  const [opened, open] = usePlace('event');
  return (
    <div className={table['scroll']} role="group" aria-label={t.events} tabIndex={0} ref={markFitting}>
      <table className={table['table']}>
        <caption>{t.events}</caption>
        <thead>
          <tr>
            {[t.when, t.action, t.outcome, t.by, t.target, t.details].map((title) => (
              <th key={title} scope="col" className={title === t.details ? table['actions'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((event) => (
            <Fragment key={event.id}>
              <EventRow
                event={event}
                isOpen={opened === event.id}
                onOpen={() => open(opened === event.id ? undefined : event.id)}
                onPerson={onPerson}
              />
              {opened === event.id && <Details event={event} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EventRowProps {
  readonly event: AuditEvent;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onPerson: (person: Person) => void;
}

function EventRow({ event, isOpen, onOpen, onPerson }: EventRowProps) {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const inWords = useActionName();
  const { occurred_at: at, action, outcome, actor, target } = event;
  const name = actor === null ? (target?.type === 'member' ? t.unknown : t.system) : (named(actor) ?? t.unknownName(actor.user_id));
  return (
    <tr>
      <th scope="row" className={styles['when']}>
        {instant(at)}
      </th>
      <td>{inWords(action)}</td>
      <td>
        <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{t[outcome]}</Badge>
      </td>
      <td>
        {actor === null ? (
          name
        ) : (
          <Name title={t.onlyThis(name)} onClick={() => onPerson({ actor: actor.user_id })}>
            {name}
          </Name>
        )}
      </td>
      <td>
        <Target of={target} organization={event.organization_id} onPerson={onPerson} />
      </td>
      <td className={table['actions']}>
        <Button aria-expanded={isOpen} aria-label={t.show(inWords(action), instant(at))} onClick={onOpen}>
          {t.details}
        </Button>
      </td>
    </tr>
  );
}

interface TargetProps extends Pick<EventRowProps, 'onPerson'> {
  readonly of: AuditEvent['target'];
  readonly organization: AuditEvent['organization_id'];
}

function Target({ of, organization, onPerson }: TargetProps) {
  const t = useTexts(texts);
  const kinds: Readonly<Record<string, string>> = useTexts(targets);
  if (of === null) return t.none;
  if (of.type !== 'member') {
    const kind = kinds[of.type] ?? of.type;
    return (
      <span>
        {kind}{' '}
        <Thing organization={organization ?? 0} type={of.type} id={of.id}>
          {of.id}
        </Thing>
      </span>
    );
  }
  const id = Number(of.id);
  const name = named(of) ?? t.unknownName(id);
  return (
    <>
      {t.account}{' '}
      <Name title={t.onlyAccount(name)} onClick={() => onPerson({ member: id })}>
        {name}
      </Name>
    </>
  );
}

/** Whoever did it may have chosen the name of another person. */
function named({ username, display_name: name = null }: { username?: string | null; display_name?: string | null }): string | null {
  return username === null || username === undefined ? name : fullNameOf({ username, display_name: name });
}

function Name(props: { readonly title: string; readonly onClick: () => void; readonly children: string }) {
  return <button type="button" className={styles['name']} {...props} />;
}

function Details({ event }: { readonly event: AuditEvent }) {
  const t = useTexts(texts);
  const facts: readonly (readonly [string, string])[] = [
    [t.action, event.action],
    [t.event, String(event.id)],
    ...(event.target === null ? [] : [[t.target, `${event.target.type} ${event.target.id}`] as const]),
    [t.when, event.occurred_at],
    [t.ip, event.ip ?? t.none],
    [t.request, event.request_id ?? t.none],
  ];
  return (
    <tr className={styles['details']}>
      <td colSpan={6}>
        <dl className={styles['facts']}>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
          <dt>{t.details}</dt>
          <dd>
            <pre>{JSON.stringify(event.detail, null, 2)}</pre>
          </dd>
        </dl>
      </td>
    </tr>
  );
}
