import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Form } from '../ui/form';
import { Notice, Problem } from '../ui/notice';
import { Restored } from '../ui/unsaved';
import { useAction } from './action';
import { type RefusedAct, forgetRefusedAct } from './approval';
import { headgate } from './client';
import { useDraft } from './draft';

const texts = catalogue(
  {
    title: 'An owner has to approve this',
    lead:
      'You can’t do this alone. Ask the owners of the organization: each gets a mail that says what you want to do and why, and has ' +
      'three days to answer. If you are an owner, your own approval doesn’t count.',
    reason: 'Reason, in one line',
    reasonHint: 'Every owner receives it word for word.',
    ask: 'Ask the owners',
    cancel: 'Cancel',
    close: 'Close',
    asked: 'The owners were asked. When one of them has approved, you have one day to try again.',
    inForce: 'An owner has approved this. Try again.',
  },
  {
    title: 'Das muss ein Inhaber genehmigen',
    lead:
      'Das können Sie nicht allein tun. Fragen Sie die Inhaber der Organisation: Alle erhalten eine E-Mail, die sagt, was Sie tun wollen und ' +
      'warum. Die Inhaber haben drei Tage Zeit für eine Antwort. Sind Sie selbst Inhaber, zählt Ihre Genehmigung nicht.',
    reason: 'Grund, in einer Zeile',
    reasonHint: 'Alle Inhaber erhalten ihn wörtlich.',
    ask: 'Inhaber fragen',
    cancel: 'Abbrechen',
    close: 'Schließen',
    asked: 'Die Inhaber wurden gefragt. Sobald jemand zustimmt, haben Sie einen Tag Zeit, es erneut zu versuchen.',
    inForce: 'Ein Inhaber hat das genehmigt. Versuchen Sie es erneut.',
  },
);

const REQUESTS = '/api/v1/organizations/{org_id}/access-requests';

/** Sends a change that was refused to the owners, with a reason. */
export function AskOwnersDialog({ refused }: { readonly refused: RefusedAct }) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.title} isOpen onClose={forgetRefusedAct}>
      <AskOwners {...refused} />
    </Dialog>
  );
}

function AskOwners({ organization, asked }: RefusedAct) {
  const t = useTexts(texts);
  const draft = useDraft<string>('reason', '');
  const reason = draft.value;
  const ask = useAction(
    async (given: string) => {
      const params = { path: { org_id: organization } };
      return unwrap(await headgate.POST(REQUESTS, { params, body: { ...asked, reason: given } }));
    },
    { changes: [REQUESTS], onDone: draft.discard },
  );
  const request = ask.result?.access_request;
  const close = (): void => {
    draft.discard();
    forgetRefusedAct();
  };
  return request !== undefined ? (
    <>
      <Notice tone="good">{request.status === 'approved' ? t.inForce : t.asked}</Notice>
      <Actions>
        <Button onClick={forgetRefusedAct}>{t.close}</Button>
      </Actions>
    </>
  ) : (
    <Form onSubmit={() => ask.run(reason)}>
      <p>{t.lead}</p>
      <Restored of={draft} />
      <Problem error={ask.error} />
      <TextField
        isProse
        label={t.reason}
        hint={t.reasonHint}
        value={reason}
        error={ask.fieldError('reason')}
        onChange={({ target: { value } }) => draft.change(value)}
      />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button look="primary" type="submit" isBusy={ask.isRunning}>
          {t.ask}
        </Button>
      </Actions>
    </Form>
  );
}
