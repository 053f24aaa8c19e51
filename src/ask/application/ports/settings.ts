import type { AskDecision, AskSettings } from '../../domain/ask-settings.js';

export abstract class Settings {
  abstract of(organizationId: number): Promise<AskSettings>;
  /** @returns the new ones; `null` if they are no longer at that version */
  abstract change(organizationId: number, version: number, to: AskDecision & { readonly changedAt: Date }): Promise<AskSettings | null>;
}
