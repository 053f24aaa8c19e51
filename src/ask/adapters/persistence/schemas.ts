import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { AskSettings } from '../../domain/ask-settings.js';
import type { Conversation, Turn } from '../../domain/conversation.js';

export const conversationSchema = new EntitySchema<Conversation>({
  name: 'conversations',
  tableName: 'conversations',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer' },
    dataSourceId: { name: 'data_source_id', type: 'integer', nullable: true },
    title: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    lastAskedAt: { name: 'last_asked_at', type: 'timestamptz' },
  } satisfies ColumnsOf<Conversation>,
});

export type StoredTurn = Turn & { readonly conversationId: number };

export const turnSchema = new EntitySchema<StoredTurn>({
  name: 'conversation_turns',
  tableName: 'conversation_turns',
  columns: {
    conversationId: { name: 'conversation_id', type: 'integer', primary: true },
    position: { type: 'integer', primary: true },
    executionId: { name: 'execution_id', type: 'integer', nullable: true },
    question: { type: 'text' },
    sight: { type: 'text', nullable: true },
    sql: { type: 'text', nullable: true },
    askedBack: { name: 'asked_back', type: 'jsonb', nullable: true },
    columns: { type: 'jsonb', default: [] },
    rowCount: { name: 'row_count', type: 'integer', nullable: true },
    isTruncated: { name: 'is_truncated', type: 'boolean', nullable: true },
    errorCode: { name: 'error_code', type: 'text', nullable: true },
    askedAt: { name: 'asked_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredTurn>,
});

export type StoredSettings = AskSettings & { readonly organizationId: number };

export const askSettingsSchema = new EntitySchema<StoredSettings>({
  name: 'ask_settings',
  tableName: 'ask_settings',
  columns: {
    organizationId: { name: 'organization_id', type: 'integer', primary: true },
    showsRows: { name: 'shows_rows', type: 'boolean' },
    conversationDays: { name: 'conversation_days', type: 'integer', nullable: true },
    // PostgreSQL's driver answers a bigint as text.
    tokensPerDay: {
      name: 'tokens_per_day',
      type: 'bigint',
      nullable: true,
      transformer: {
        to: (tokens: unknown) => tokens,
        from: (text: string | null) => (text === null ? null : Number(text)),
      },
    },
    version: { type: 'integer' },
    changedAt: { name: 'changed_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredSettings>,
});
