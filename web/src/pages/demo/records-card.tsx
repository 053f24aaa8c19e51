import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Row } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { Table } from '../../ui/table';
import { type DemoRecords, askDemo } from './demo-api';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

export function RecordsCard() {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const { data, refetch } = useQuery({ queryKey: ['demo', 'dns'], queryFn: () => askDemo<DemoRecords>('/dns') });
  const set = useAction(async () => askDemo('/dns', { method: 'PUT', body: JSON.stringify({ name: name.trim(), value: value.trim() }) }), {
    onDone: () => {
      setName('');
      setValue('');
      void refetch();
    },
  });
  const remove = useAction(async (record: string) => askDemo(`/dns?name=${encodeURIComponent(record)}`, { method: 'DELETE' }), {
    onDone: () => void refetch(),
  });
  const records = data?.records ?? [];
  return (
    <Card title={t.dns}>
      <p>{t.dnsText}</p>
      {records.length === 0 ? (
        <p>{t.noRecords}</p>
      ) : (
        <Table
          caption={t.dns}
          rows={records}
          keyOf={(record) => record.name}
          columns={[
            { title: t.name, cell: (record) => <code>{record.name}</code> },
            { title: t.value, cell: (record) => <code>{record.value}</code> },
            {
              title: t.actions,
              isActions: true,
              cell: (record) => (
                <Button look="danger" aria-label={`${t.remove}: ${record.name}`} onClick={() => remove.run(record.name)}>
                  {t.remove}
                </Button>
              ),
            },
          ]}
        />
      )}
      <Form onSubmit={() => set.run(undefined)} label={t.set}>
        <TextField label={t.name} required value={name} onChange={({ target }) => setName(target.value)} />
        <TextField label={t.value} required value={value} onChange={({ target }) => setValue(target.value)} />
        <Problem error={set.error ?? remove.error} />
        <Row>
          <Button type="submit" isBusy={set.isRunning}>
            {t.set}
          </Button>
        </Row>
      </Form>
    </Card>
  );
}
