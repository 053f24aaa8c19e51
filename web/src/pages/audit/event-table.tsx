import { Fragment, useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Badge } from '../../ui/notice';
import table from '../../ui/table.module.css';
import styles from './audit.module.css';
import { texts } from './texts';
import type { AuditEvent } from './trail-api';

interface EventTableProps {
  readonly rows: readonly AuditEvent[];
  readonly onActor: (actor: number) => void;
}

/** One event in each row, which opens for its details. */
export function EventTable({ rows, onActor }: EventTableProps) {
  const t = useTexts(texts);
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <div className={table['scroll']} role="group" aria-label={t.events} tabIndex={0}>
      <table className={table['table']}>
        <caption>{t.events}</caption>
        <thead>
          <tr>
            {[t.when, t.action, t.outcome, t.by, t.target, t.details].map((title) => (
              <th key={title} scope="col">
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
                onOpen={() => setOpened(opened === event.id ? null : event.id)}
                onActor={onActor}
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
  readonly onActor: (actor: number) => void;
}

function EventRow({ event, isOpen, onOpen, onActor }: EventRowProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { occurred_at: at, action, outcome, actor, target } = event;
  const name = actor === null ? t.system : (actor.username ?? t.unknownName(actor.user_id));
  return (
    <tr>
      <th scope="row" className={styles['when']}>
        {moment(at)}
      </th>
      <td>
        <code>{action}</code>
      </td>
      <td>
        <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{t[outcome]}</Badge>
      </td>
      <td>
        {actor === null ? (
          name
        ) : (
          <button
            type="button"
            className={styles['name']}
            title={t.onlyThis(name)}
            onClick={() => onActor(actor.user_id)}
          >
            {name}
          </button>
        )}
      </td>
      <td>{target === null ? t.none : `${target.type} ${target.id}`}</td>
      <td>
        <Button aria-expanded={isOpen} aria-label={t.show(action, moment(at))} onClick={onOpen}>
          {t.details}
        </Button>
      </td>
    </tr>
  );
}

function Details({ event }: { readonly event: AuditEvent }) {
  const t = useTexts(texts);
  const facts: readonly (readonly [string, string])[] = [
    [t.event, String(event.id)],
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
