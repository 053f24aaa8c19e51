import { unwrap } from '@headgate/client';
import { useCallback, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Card, Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/notice';
import { type Draft, PREVIEW, contentOf } from './data-policy-api';
import { Refusal } from './draft-fields';
import { ChosenMember, MemberChoice } from './member-choice';
import { PreviewAnswer } from './preview-answer';
import { texts } from './preview-texts';
import type { PreviewRead } from './previewed-relation';
import { SourceField } from './source-field';

const ON_A_PAGE = 20;

interface Shown {
  readonly of: Draft;
  readonly answer: PreviewRead;
}

interface Asked {
  readonly of: Draft;
  readonly source: number;
  readonly member: number;
  readonly page: number;
  readonly search: string;
}

interface DraftPreviewProps {
  readonly organization: number;
  /** The policy that is changed; `null`: a new one. */
  readonly policy: number | null;
  readonly draft: Draft;
}

/** What a member would see if the form were saved and active. Each look is noted in the trail, so a person asks for it. */
export function DraftPreview({ organization, policy, draft }: DraftPreviewProps) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<number | null>(null);
  const [member, setMember] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const source = draft.source ?? chosen;
  const preview = useAction(
    async ({ of, source: at, member: user, page, search: text }: Asked): Promise<Shown> => {
      const { name, data_source_id, applies_when, rules } = contentOf(of);
      const answer = unwrap(
        await headgate.POST(PREVIEW, {
          params: {
            path: { data_source_id: at, user_id: user },
            query: { page, limit: ON_A_PAGE, ...(text !== '' && { search: text }) },
          },
          body: {
            data_source_id,
            applies_when,
            rules,
            ...(name !== '' && { name }),
            ...(policy !== null && { data_policy_id: policy }),
          },
        }),
      );
      return { of, answer };
    },
    { onDone: setShown },
  );
  const { run } = preview;
  const ask = useCallback(
    (page: number, text: string) => {
      if (source !== null && member !== null) run({ of: draft, source, member, page, search: text });
    },
    [run, draft, source, member],
  );
  const leave = (next: number | null): void => {
    setMember(next);
    setShown(null);
  };
  return (
    <Card title={t.unsaved}>
      <p>{t.unsavedLead}</p>
      {draft.source === null && (
        <Stack isNarrow>
          <SourceField organization={organization} label={t.at} value={chosen} onChange={setChosen} none={t.choose} />
        </Stack>
      )}
      {member === null ? (
        <MemberChoice organization={organization} onChoose={leave} />
      ) : (
        <ChosenMember organization={organization} member={member} onLeave={() => leave(null)} />
      )}
      <Row>
        <Button
          disabled={source === null || member === null || draft.rules.length === 0}
          isBusy={preview.isRunning}
          onClick={() => ask(1, search)}
        >
          {t.show}
        </Button>
      </Row>
      <Refusal error={preview.error} />
      {shown !== null && (
        <>
          {shown.of !== draft && <Notice tone="warning">{t.changedSince}</Notice>}
          <PreviewAnswer
            organization={organization}
            answer={shown.answer}
            counted={policy}
            search={search}
            onSearch={(text) => {
              setSearch(text);
              ask(1, text);
            }}
            onPage={(page) => ask(page, search)}
          />
        </>
      )}
    </Card>
  );
}
