import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { type Read, useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Help } from '../../ui/help';
import { Card, Row } from '../../ui/layout';
import { Badge, Notice, Problem, Shown } from '../../ui/notice';
import { SecretOnce } from '../../ui/secret';
import { Table } from '../../ui/table';
import { CHANGED_BY_FACTORS } from './add-factor';
import { AddPasskey } from './add-passkey';
import { AddTotp } from './add-totp';
import { texts } from './texts';

type Factors = Read<'/api/v1/mfa/factors'>;
type Factor = Factors['factors'][number];

export function FactorsCard() {
  const t = useTexts(texts);
  const factors = useRead('/api/v1/mfa/factors', {});
  const [adding, setAdding] = useState<'passkey' | 'totp' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = (made: readonly string[] | null): void => {
    setAdding(null);
    setCodes(made);
  };
  return (
    <Card title={t.factors}>
      <p>
        {t.factorsText} <Help at="identity#second-factors" about={t.factors} />
      </p>
      <Shown of={factors}>{(read) => <FactorList read={read} onCodes={setCodes} />}</Shown>
      {adding === 'passkey' && <AddPasskey onDone={done} onCancel={() => setAdding(null)} />}
      {adding === 'totp' && <AddTotp onDone={done} onCancel={() => setAdding(null)} />}
      {adding === null && (
        <Row>
          <Button onClick={() => setAdding('passkey')}>{t.addPasskey}</Button>
          <Button onClick={() => setAdding('totp')}>{t.addTotp}</Button>
        </Row>
      )}
      <SecretOnce
        title={t.codesTitle}
        secret={codes === null ? null : codes.join('\n')}
        fileName="headgate-recovery-codes.txt"
        onStored={() => setCodes(null)}
      />
    </Card>
  );
}

interface FactorListProps {
  readonly read: Factors;
  readonly onCodes: (codes: readonly string[]) => void;
}

function FactorList({ read, onCodes }: FactorListProps) {
  const t = useTexts(texts);
  const { number, day, relative } = useFormats();
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const remove = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/mfa/factors/{factor_id}', { params: { path: { factor_id: id } } })),
    { changes: CHANGED_BY_FACTORS, onDone: () => setLeaving(null) },
  );
  const renew = useAction(async () => unwrap(await headgate.POST('/api/v1/mfa/recovery-codes')), {
    changes: ['/api/v1/mfa/factors'],
    onDone: ({ recovery_codes: codes }) => onCodes(codes),
  });
  if (read.factors.length === 0) return <Notice tone="warning">{t.noFactors}</Notice>;
  return (
    <>
      <Table
        caption={t.factors}
        rows={read.factors}
        keyOf={({ id }) => id}
        columns={[
          { title: t.name, cell: ({ name }) => name },
          { title: t.kind, cell: ({ type }) => t[type] },
          {
            title: t.added,
            cell: ({ confirmed_at: at }) => (at === null ? <Badge tone="warning">{t.unconfirmed}</Badge> : day(at)),
          },
          { title: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)) },
          {
            title: t.actions,
            isActions: true,
            cell: (factor) => (
              <Button look="danger" aria-label={`${t.remove}: ${factor.name}`} onClick={() => setLeaving(factor)}>
                {t.remove}
              </Button>
            ),
          },
        ]}
      />
      <Row>
        <span>{t.recoveryLeft(number(read.recovery_codes_left))}</span>
        <Button isBusy={renew.isRunning} onClick={() => renew.run(undefined)} title={t.newCodesText}>
          {t.newCodes}
        </Button>
      </Row>
      <Problem error={renew.error} />
      <Confirm
        title={t.removeTitle(leaving?.name ?? '')}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        verb={t.remove}
        onConfirm={() => leaving !== null && remove.run(leaving.id)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <p>{t.removeText}</p>
      </Confirm>
    </>
  );
}
