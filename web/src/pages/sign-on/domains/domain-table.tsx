import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Conflict, isConflict } from '../../../ui/conflict';
import { Confirm } from '../../../ui/confirm';
import { Row } from '../../../ui/layout';
import { Badge, Problem } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { DOMAINS, type SsoConnection, type SsoDomain } from '../connection/read-connection';
import styles from '../sign-on.module.css';
import { texts } from '../texts';

const DOMAIN = '/api/v1/sso/domains/{domain_id}';
const TONES = { pending: 'warning', verified: 'good', drifted: 'bad' } as const;

interface TableProps {
  readonly domains: readonly SsoDomain[];
  readonly connections: readonly SsoConnection[];
  readonly mayManage: boolean;
}

interface Choice extends Pick<SsoDomain, 'id' | 'version'> {
  readonly to: number | null;
}

export function DomainTable({ domains, connections, mayManage }: TableProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const [released, setReleased] = useState<SsoDomain | null>(null);
  const route = useAction(
    async ({ id, to, version }: Choice) => {
      const params = { path: { domain_id: id } };
      return unwrap(await headgate.PATCH(DOMAIN, { params, body: { connection_id: to }, ifMatch: `"${version}"` }));
    },
    { changes: [DOMAINS] },
  );
  const [chosen, setChosen] = useState<Choice | null>(null);
  const choose = (choice: Choice): void => {
    setChosen(choice);
    route.run(choice);
  };
  const contested = isConflict(route.error) ? domains.find(({ id }) => id === chosen?.id) : undefined;
  const nameOf = (by: number | null): string => connections.find(({ id }) => id === by)?.name ?? t.oldest;
  return (
    <>
      <Table
        caption={t.domains}
        rows={domains}
        keyOf={({ id }) => id}
        columns={[
          { title: t.domain, cell: ({ domain }) => <span className={styles['break']}>{domain}</span> },
          {
            title: t.state,
            cell: ({ status, checked_at: at }) => (
              <Row>
                <Badge tone={TONES[status]}>{t.domainStatus(status)}</Badge>
                {at !== null && <span className={styles['soft']}>{t.checked(relative(at))}</span>}
              </Row>
            ),
          },
          {
            title: t.signsInBy,
            cell: ({ id, domain, version, connection_id: by }) => (
              <select
                className={styles['select']}
                aria-label={`${t.signsInBy}: ${domain}`}
                value={by ?? ''}
                disabled={!mayManage || route.isRunning}
                onChange={({ target }) => choose({ id, version, to: target.value === '' ? null : Number(target.value) })}
              >
                <option value="">{t.oldest}</option>
                {connections.map(({ id: connection, name }) => (
                  <option key={connection} value={connection}>
                    {name}
                  </option>
                ))}
              </select>
            ),
          },
          {
            title: t.actions,
            isActions: true,
            cell: (domain) =>
              mayManage && (
                <Button look="danger" aria-label={`${t.release}: ${domain.domain}`} onClick={() => setReleased(domain)}>
                  {t.release}
                </Button>
              ),
          },
        ]}
      />
      {contested === undefined || chosen === null ? (
        <Problem error={route.error} />
      ) : (
        <Conflict
          differences={[{ what: contested.domain, theirs: nameOf(contested.connection_id), mine: nameOf(chosen.to) }]}
          isBusy={route.isRunning}
          onKeepMine={() => choose({ ...chosen, version: contested.version })}
          onTakeTheirs={route.reset}
        />
      )}
      <Release domain={released} onClose={() => setReleased(null)} />
    </>
  );
}

function Release({ domain, onClose }: { readonly domain: SsoDomain | null; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const release = useAction(
    async ({ id, version }: SsoDomain) =>
      unwrap(await headgate.DELETE(DOMAIN, { params: { path: { domain_id: id } }, ifMatch: `"${version}"` })),
    { changes: [DOMAINS], onDone: onClose },
  );
  return (
    <Confirm
      title={t.releaseTitle(domain?.domain ?? '')}
      isOpen={domain !== null}
      onClose={onClose}
      {...(domain?.status === 'verified' && { name: domain.domain })}
      verb={t.release}
      onConfirm={() => domain !== null && release.run(domain)}
      isBusy={release.isRunning}
      error={release.error}
    >
      <p>{t.releaseText}</p>
    </Confirm>
  );
}
