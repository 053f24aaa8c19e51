import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import { Problem } from '../../../ui/notice';
import { DOMAINS } from '../connection/read-connection';
import { texts } from '../texts';

interface ClaimProps {
  readonly organization: number;
  readonly onClaimed: (domainId: number) => void;
}

export function ClaimForm({ organization, onClaimed }: ClaimProps) {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const claim = useAction(
    async () => unwrap(await headgate.POST(DOMAINS, { params: { path: { org_id: organization } }, body: { domain: name.trim() } })),
    {
      changes: [DOMAINS],
      onDone: ({ domain }) => {
        setName('');
        onClaimed(domain.id);
      },
    },
  );
  const fault = claim.fieldError('domain');
  return (
    <Form onSubmit={() => claim.run(undefined)} label={t.claim}>
      <TextField label={t.domain} hint={t.domainHint} error={fault} value={name} onChange={({ target }) => setName(target.value)} />
      {fault === undefined && <Problem error={claim.error} />}
      <Row>
        <Button type="submit" isBusy={claim.isRunning} disabled={name.trim() === ''}>
          {t.claim}
        </Button>
      </Row>
    </Form>
  );
}
