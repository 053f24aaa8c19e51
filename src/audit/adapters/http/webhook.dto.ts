import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { IsTime } from '../../../platform/http/is-time.js';
import { ChangesSomething } from '../../../platform/http/request-validation.pipe.js';
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '../../domain/webhook.js';

/** Far beyond any trail, and exact in JSON. */
const LARGEST_EVENT_ID = 1e15;
const LONGEST_URL = 2000;
const MOST_ACTIONS = 100;
const ACTION = /^[a-z0-9_]+(\.[a-z0-9_]+)*(\.\*)?$/;
const NO_ACTION = 'each action must be the name of one, such as role.updated, or a beginning such as role.*';

function IsActionList(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(MOST_ACTIONS),
    ArrayUnique(),
    MaxLength(100, { each: true }),
    Matches(ACTION, { each: true, message: NO_ACTION }),
  );
}

export class CreateWebhookBody {
  /** @example "SIEM" */
  @IsDisplayName()
  name!: string;

  /**
   * Where events are posted.
   * @example "https://siem.example/headgate"
   */
  @IsString()
  @Length(1, LONGEST_URL)
  url!: string;

  /**
   * Names of actions, or beginnings such as `member.*`; none: all of them.
   * @example ["member.*", "role.updated"]
   */
  @IsActionList()
  actions!: string[];
}

@ChangesSomething()
export class ChangeWebhookBody {
  /** @example "SIEM" */
  @ValidateIf((body: ChangeWebhookBody) => body.name !== undefined)
  @IsDisplayName()
  name?: string;

  /** @example "https://siem.example/headgate" */
  @ValidateIf((body: ChangeWebhookBody) => body.url !== undefined)
  @IsString()
  @Length(1, LONGEST_URL)
  url?: string;

  /**
   * Names of actions, or beginnings such as `member.*`; none: all of them.
   * @example ["member.*", "role.updated"]
   */
  @ValidateIf((body: ChangeWebhookBody) => body.actions !== undefined)
  @IsActionList()
  actions?: string[];

  /**
   * `false` resumes it with the event that waits.
   * @example false
   */
  @ValidateIf((body: ChangeWebhookBody) => body.is_paused !== undefined)
  @IsBoolean()
  is_paused?: boolean;
}

export class ReplayWebhookBody {
  /**
   * Day or time in ISO 8601, of the last 30 days.
   * @example "2026-11-20"
   */
  @IsTime()
  since!: string;
}

export class EventOfWebhookBody {
  /**
   * Of the audit trail, as the log names it.
   * @example 4711
   */
  @IsInt()
  @Min(1)
  @Max(LARGEST_EVENT_ID)
  event_id!: number;
}

export class DeliveryFilterQuery {
  /** Only deliveries with this outcome. */
  @IsOptional()
  @IsIn(DELIVERY_OUTCOMES)
  outcome?: DeliveryOutcome;
}
