import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { TextArea, TextField } from '../../../ui/field';
import { Stack } from '../../../ui/layout';
import { Choice, Choices } from '../../../ui/choice';
import type { FieldsProps } from './fields';
import { texts } from './configuration-texts';
import { SOURCES } from './configuration-values';
import { THEIRS } from './providers';

/** The browser does not read metadata: the service parses it, and says what is wrong with it. */
export function SamlFields(props: FieldsProps) {
  const t = useTexts(texts);
  const { values, onChange } = props;
  const hints = { url: t.urlHint, xml: t.xmlHint, fields: undefined };
  return (
    <Stack>
      <Choices legend={t.source}>
        {SOURCES.map((source) => (
          <Choice
            key={source}
            group="source"
            title={t[source]}
            {...(hints[source] !== undefined && { hint: hints[source] })}
            isChosen={values.source === source}
            onChoose={() => onChange({ source })}
          />
        ))}
      </Choices>
      {values.source === 'url' && <ByAddress {...props} />}
      {values.source === 'xml' && <ByText {...props} />}
      {values.source === 'fields' && <ByField {...props} />}
    </Stack>
  );
}

function ByAddress({ provider, values, onChange, faultOf }: FieldsProps) {
  return (
    <TextField
      label={THEIRS[provider].metadataUrl}
      required
      error={faultOf('metadata_url', 'metadataUrl') ?? faultOf('metadata_url', 'certificates') ?? faultOf('metadata_url', 'entityId')}
      value={values.metadataUrl}
      onChange={({ target }) => onChange({ metadataUrl: target.value })}
    />
  );
}

const LONGEST = 1_000_000;

function ByText({ provider, values, onChange, faultOf }: FieldsProps) {
  const t = useTexts(texts);
  const [isTooLarge, setTooLarge] = useState(false);
  const read = async (file: File): Promise<void> => {
    const fits = file.size <= LONGEST;
    setTooLarge(!fits);
    if (fits) onChange({ metadataXml: await file.text() });
  };
  return (
    <Stack>
      <TextArea
        label={THEIRS[provider].metadataXml}
        required
        error={faultOf('metadata_xml', 'certificates') ?? faultOf('metadata_xml', 'entityId')}
        value={values.metadataXml}
        maxLength={LONGEST}
        onChange={({ target }) => onChange({ metadataXml: target.value })}
      />
      <TextField
        label={t.file}
        type="file"
        accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
        error={isTooLarge ? t.fileTooLarge : undefined}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void read(file);
        }}
      />
    </Stack>
  );
}

function ByField({ provider, values, onChange, faultOf }: FieldsProps) {
  const t = useTexts(texts);
  const names = THEIRS[provider];
  return (
    <Stack>
      <TextField
        label={names.signOnUrl}
        required
        error={faultOf('sign_on_url')}
        value={values.signOnUrl}
        onChange={({ target }) => onChange({ signOnUrl: target.value })}
      />
      <TextField
        label={names.entityId}
        required
        error={faultOf('entity_id', 'entityId')}
        value={values.entityId}
        onChange={({ target }) => onChange({ entityId: target.value })}
      />
      <TextArea
        label={names.certificate}
        required
        hint={t.certificateHint}
        error={faultOf('certificates[0]', 'certificates') ?? faultOf('certificates')}
        value={values.certificates}
        onChange={({ target }) => onChange({ certificates: target.value })}
      />
    </Stack>
  );
}
