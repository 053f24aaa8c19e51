import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { isConflict } from '../../../ui/conflict';
import { Confirm } from '../../../ui/confirm';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Choice, Choices } from '../../../ui/choice';
import { useOrganizationName } from '../../../session/organization';
import { ENFORCEMENT, type Enforcement, MODES, type Mode, PREVIEW, type Preview } from './read-enforcement';
import { texts } from './texts';

interface ModeProps {
  readonly enforcement: Enforcement;
  /** Nothing while it is not known: then nothing can be required. */
  readonly preview: Preview | undefined;
  readonly mayEnforce: boolean;
}

export function ModeForm({ enforcement, preview, mayEnforce }: ModeProps) {
  const t = useTexts(texts);
  const current = headgate.versionOf(enforcement);
  const [chosen, setChosen] = useState<{ readonly mode: Mode; readonly over: string } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const mode = chosen?.mode ?? enforcement.mode;
  const change = useAction(
    async ({ to, over, grace }: { readonly to: Mode; readonly over: string; readonly grace: number }) =>
      unwrap(
        await headgate.PUT(ENFORCEMENT, {
          params: { path: { organization_id: enforcement.organization_id } },
          body: { mode: to, ...(to === 'required' && { grace_hours: grace }) },
          ifMatch: over,
        }),
      ),
    {
      changes: [ENFORCEMENT, PREVIEW],
      onDone: () => {
        setAsking(false);
        setChosen(null);
      },
    },
  );
  const isRefused = isConflict(change.error);
  const isBlocked = mode === 'required' && preview?.blockers.length !== 0;
  const isDangerous = mode === 'required' || enforcement.mode === 'required';
  // Once the person has been told what it is now, they decide about that.
  const over = isRefused ? current : (chosen?.over ?? current);
  const send = (grace: number): void => change.run({ to: mode, over, grace });
  const ask = (): void => {
    setChosen({ mode, over });
    change.reset();
    setAsking(true);
  };
  return (
    <>
      <Form onSubmit={() => (isDangerous ? ask() : send(0))}>
        <Choices legend={t.modes}>
          {MODES.map((one) => (
            <Choice
              key={one}
              group="mode"
              title={t.mode(one)}
              hint={t.meaning(one)}
              isChosen={mode === one}
              isDisabled={!mayEnforce}
              onChoose={() => setChosen({ mode: one, over: current })}
            />
          ))}
        </Choices>
        {isRefused ? (
          <Notice tone="bad">
            <strong>{t.conflictTitle}</strong>
            <p>{t.conflict(t.mode(mode), t.mode(enforcement.mode))}</p>
          </Notice>
        ) : (
          <Problem error={isAsking ? null : change.error} />
        )}
        {mayEnforce && (
          <Row>
            <Button
              type="submit"
              look={isDangerous ? 'danger' : 'primary'}
              isBusy={change.isRunning}
              disabled={mode === enforcement.mode || isBlocked}
            >
              {mode === 'required' ? t.require : t.change}
            </Button>
          </Row>
        )}
      </Form>
      <ConfirmMode
        {...{ enforcement, preview, mode }}
        isOpen={isAsking && isDangerous && !isRefused}
        onClose={() => setAsking(false)}
        onConfirm={send}
        isBusy={change.isRunning}
        error={isRefused ? null : change.error}
      />
    </>
  );
}

interface ConfirmProps {
  readonly enforcement: Enforcement;
  readonly preview: Preview | undefined;
  readonly mode: Mode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (graceHours: number) => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** The numbers first, then the name of the organization. */
function ConfirmMode({ enforcement, preview, mode, onConfirm, ...rest }: ConfirmProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [grace, setGrace] = useState('0');
  const name = useOrganizationName(enforcement.organization_id) ?? String(enforcement.organization_id);
  if (mode !== 'required') {
    return (
      <Confirm {...rest} title={t.liftTitle(t.mode(mode))} verb={t.change} onConfirm={() => onConfirm(0)}>
        <p>{t.liftText}</p>
      </Confirm>
    );
  }
  return (
    <Confirm {...rest} title={t.requireTitle} name={name} verb={t.require} onConfirm={() => onConfirm(Number(grace))}>
      {preview !== undefined && (
        <p>
          {t.requireText(
            number(preview.denied_last_30_days.people),
            number(preview.never_signed_on_count),
            number(preview.sessions_to_end),
          )}
        </p>
      )}
      <TextField
        label={t.grace}
        hint={t.graceHint}
        type="number"
        min={0}
        max={168}
        value={grace}
        onChange={({ target }) => setGrace(target.value)}
      />
    </Confirm>
  );
}
