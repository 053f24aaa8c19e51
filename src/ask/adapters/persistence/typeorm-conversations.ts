import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import { aboutSources } from '../../../platform/database/about-sources.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Conversations, type NewConversation, type NewTurn } from '../../application/ports/conversations.js';
import type { Conversation, Turn, TurnEnd } from '../../domain/conversation.js';
import { storable } from '../../../shared/storable.js';
import { conversationSchema, turnSchema } from './schemas.js';

@Injectable()
export class TypeOrmConversations extends Conversations {
  private readonly conversations;
  private readonly stored;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.conversations = session.repository(conversationSchema);
    this.stored = session.repository(turnSchema);
  }

  find(userId: number, id: number): Promise<Conversation | null> {
    return this.conversations.findOneBy({ id, userId });
  }

  async list(
    userId: number,
    { organizationIds, reach }: Parameters<Conversations['list']>[1],
    request: PageRequest,
  ): Promise<Page<Conversation>> {
    const gone = { userId, organizationId: Any(organizationIds), dataSourceId: IsNull() };
    const places = [gone, ...aboutSources(reach, organizationIds).map((one) => ({ userId, ...one }))];
    const [items, total] = await this.conversations.findAndCount({
      where: places,
      order: { lastAskedAt: 'DESC', id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  async begin(conversation: NewConversation, first: Omit<NewTurn, 'conversationId'>): Promise<number> {
    const { organizationId, userId, dataSourceId, title, at } = conversation;
    const { executionId, question, sight } = first;
    // Raw: one statement writes the conversation and its first turn.
    const [row] = await this.session.query<{ id: number }>(
      `WITH begun AS (INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
                      VALUES ($1, $2, $3, $4, $5, $5) RETURNING id)
       INSERT INTO conversation_turns (conversation_id, position, execution_id, question, sight, asked_at)
       SELECT id, 1, $6, $7, $8, $5 FROM begun RETURNING conversation_id AS id`,
      [organizationId, userId, dataSourceId, storable(title), at, executionId, storable(question), sight],
    );
    if (row === undefined) throw new Error('The conversation was not inserted.');
    return row.id;
  }

  async lock(id: number): Promise<{ executionId: number | null } | null> {
    // Raw: locks the row and reads nothing of it.
    const [found] = await this.session.query(`SELECT FROM conversations WHERE id = $1 FOR UPDATE`, [id]);
    if (found === undefined) return null;
    // A separate statement, so that it sees what was committed before the lock was granted.
    const latest = await this.stored.findOne({ where: { conversationId: id }, order: { position: 'DESC' } });
    return { executionId: latest?.executionId ?? null };
  }

  async addTurn({ conversationId, executionId, question, sight, at }: NewTurn): Promise<number> {
    // Raw: one statement numbers the turn and marks the conversation.
    const [row] = await this.session.query<{ position: number }>(
      `WITH asked AS (UPDATE conversations SET last_asked_at = $4 WHERE id = $1)
       INSERT INTO conversation_turns (conversation_id, position, execution_id, question, sight, asked_at)
       SELECT $1, coalesce(max(position), 0) + 1, $2, $3, $5, $4 FROM conversation_turns WHERE conversation_id = $1
       RETURNING position`,
      [conversationId, executionId, storable(question), at, sight],
    );
    if (row === undefined) throw new Error('The turn was not inserted.');
    return row.position;
  }

  async endTurn(conversationId: number, position: number, end: TurnEnd): Promise<void> {
    const { sql, askedBack, columns, rowCount, isTruncated, errorCode } = end;
    // Raw: hot, each question ends with it.
    await this.session.execute(
      `UPDATE conversation_turns SET sql = $3, asked_back = $4, columns = $5, row_count = $6, is_truncated = $7, error_code = $8
        WHERE conversation_id = $1 AND position = $2`,
      [
        ...[conversationId, position, sql === null ? null : storable(sql)],
        ...[askedBack && JSON.stringify(storable(askedBack)), JSON.stringify(storable(columns))],
        ...[rowCount, isTruncated, errorCode],
      ],
    );
  }

  async turns(conversationId: number, latest?: number): Promise<readonly Turn[]> {
    const found = await this.stored.find({
      where: { conversationId },
      order: { position: 'DESC' },
      ...(latest !== undefined && { take: latest }),
    });
    return found.reverse();
  }

  async delete(id: number): Promise<boolean> {
    return (await this.conversations.delete({ id })).affected === 1;
  }

  purge(now: Date, usualDays: number, most: number): Promise<number> {
    // Raw: how long they are kept stands in another table.
    return this.session.execute(
      `DELETE FROM conversations WHERE id IN (
         SELECT c.id FROM conversations c LEFT JOIN ask_settings s ON s.organization_id = c.organization_id
          WHERE c.last_asked_at < $1::timestamptz - coalesce(s.conversation_days, $2) * interval '1 day'
          ORDER BY c.last_asked_at LIMIT $3)`,
      [now, usualDays, most],
    );
  }
}
