import { Fragment } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePlace } from '../../session/place';
import { Button } from '../../ui/button';
import { Badge } from '../../ui/notice';
import { markFitting } from '../../ui/table';
import table from '../../ui/table.module.css';
import { useActionName } from './actions';
import styles from './audit.module.css';
import { useDifference } from './difference';
import { Sentence, type SentenceProps } from './sentence';
import { texts } from './texts';
import { type Known, knownIn } from './told';
import type { AuditEvent } from './trail-api';

interface EventTableProps extends Pick<SentenceProps, 'onPerson'> {
  readonly rows: readonly AuditEvent[];
}

/** One event in each row, as a sentence; the row opens for its technical details. */
export function EventTable({ rows, onPerson }: EventTableProps) {
  const t = useTexts(texts);
  const [opened, open] = usePlace('event');
  const known = knownIn(rows);
  return (
    <div className={table['scroll']} role="group" aria-label={t.events} tabIndex={0} ref={markFitting}>
      <table className={table['table']}>
        <caption>{t.events}</caption>
        <thead>
          <tr>
            {[t.when, t.what, t.outcome, t.details].map((title) => (
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
                known={known}
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

interface EventRowProps extends SentenceProps {
  readonly known: Known;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function EventRow({ event, known, isOpen, onOpen, onPerson }: EventRowProps) {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const inWords = useActionName();
  const difference = useDifference()(event);
  const { occurred_at: at, action, outcome } = event;
  return (
    <tr>
      <th scope="row" className={styles['when']}>
        {instant(at)}
      </th>
      <td>
        <Sentence {...{ event, known, onPerson }} />
        {difference !== '' && <p className={styles['difference']}>{difference}</p>}
      </td>
      <td>
        <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{t[outcome]}</Badge>
      </td>
      <td className={table['actions']}>
        <Button aria-expanded={isOpen} aria-label={t.show(inWords(action), instant(at))} onClick={onOpen}>
          {t.details}
        </Button>
      </td>
    </tr>
  );
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
      <td colSpan={4}>
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
