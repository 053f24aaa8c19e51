import { unwrap } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import { Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { DOMAINS } from '../connection/read-connection';
import { texts } from '../texts';

interface ClaimProps {
  readonly organization: number;
  readonly isFirst: boolean;
  readonly onClaimed: (domainId: number) => void;
}

export function ClaimForm({ organization, isFirst, onClaimed }: ClaimProps) {
  const t = useTexts(texts);
  const draft = useDraft<string>('domain', '');
  const name = draft.value;
  const claim = useAction(
    async () => unwrap(await headgate.POST(DOMAINS, { params: { path: { org_id: organization } }, body: { domain: name.trim() } })),
    {
      changes: [DOMAINS],
      onDone: ({ domain }) => {
        draft.discard();
        onClaimed(domain.id);
      },
    },
  );
  const fault = claim.fieldError('domain');
  return (
    <Form onSubmit={() => claim.run(undefined)} label={t.claim}>
      <TextField
        label={isFirst ? t.domain : t.anotherDomain}
        required
        hint={t.domainHint}
        error={fault}
        value={name}
        onChange={({ target }) => draft.change(target.value)}
      />
      <Restored of={draft} />
      {fault === undefined && <Problem error={claim.error} />}
      <Row>
        <Button type="submit" isBusy={claim.isRunning}>
          {t.claim}
        </Button>
      </Row>
    </Form>
  );
}
