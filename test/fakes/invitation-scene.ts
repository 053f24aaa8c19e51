import type { User } from '../../src/accounts/domain/user.js';
import { AcceptInvitation } from '../../src/invitations/application/accept-invitation.js';
import { DeclineInvitation } from '../../src/invitations/application/decline-invitation.js';
import { InvitePerson } from '../../src/invitations/application/invite-person.js';
import { ResendInvitation } from '../../src/invitations/application/resend-invitation.js';
import { RevokeInvitation } from '../../src/invitations/application/revoke-invitation.js';
import type { Caller } from '../../src/shared/caller.js';
import { type FoundedOrganization, Scene } from './scene.js';

export const ADDRESS = 'guest@people.example';
export const ACCOUNT = { username: 'guest', password: 'a wholly other sentence' };

/** An organization with an owner and a viewer, a stranger of another one, and what people do with invitations. */
export class InvitationScene {
  private constructor(
    readonly scene: Scene,
    readonly owner: User,
    readonly delta: FoundedOrganization,
    readonly byOwner: Caller,
    readonly byViewer: Caller,
    readonly stranger: Caller,
  ) {}

  static async set(): Promise<InvitationScene> {
    const scene = new Scene();
    const owner = await scene.person('olivia');
    const delta = await scene.organization(owner);
    const byOwner = await scene.session(owner);
    const vera = await scene.person('vera');
    await scene.join(delta, vera, delta.role('viewer'));
    const byViewer = await scene.session(vera);
    const oscar = await scene.person('oscar');
    await scene.organization(oscar);
    return new InvitationScene(scene, owner, delta, byOwner, byViewer, await scene.session(oscar));
  }

  readonly placeOf = (role = 'viewer', at = this.delta): { organizationId: number; workspaceId: number; roleId: number } => ({
    organizationId: this.delta.id,
    workspaceId: at.workspaceId,
    roleId: at.role(role).id,
  });

  readonly invite = (caller = this.byOwner, ids = this.placeOf(), email = ADDRESS): ReturnType<InvitePerson['execute']> =>
    this.scene.use(InvitePerson).execute({ caller, ids, email });

  readonly invited = async (email = ADDRESS, ids = this.placeOf(), caller = this.byOwner): Promise<{ id: number; token: string }> => {
    const { id } = await this.invite(caller, ids, email);
    return { id, token: await this.scene.mailedToken() };
  };

  readonly accept = (
    token: string,
    as: { account?: typeof ACCOUNT; caller?: Caller } = { account: ACCOUNT },
  ): ReturnType<AcceptInvitation['execute']> =>
    this.scene.use(AcceptInvitation).execute({ token, ip: '192.0.2.1', account: as.account ?? null, caller: as.caller ?? null });

  readonly resend = (invitationId: number, caller = this.byOwner, roleId: number | null = null): ReturnType<ResendInvitation['execute']> =>
    this.scene.use(ResendInvitation).execute({ caller, organizationId: this.delta.id, invitationId, roleId });

  readonly decline = (token: string): Promise<void> => this.scene.use(DeclineInvitation).execute({ token, ip: '192.0.2.1' });

  readonly revoke = (invitationId: number, caller = this.byOwner): ReturnType<RevokeInvitation['execute']> =>
    this.scene.use(RevokeInvitation).execute({ caller, organizationId: this.delta.id, invitationId });

  readonly accounts = async (): Promise<number> => (await this.scene.users.rows.all()).length;
}
