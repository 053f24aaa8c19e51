import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SsoModule } from '../sso/sso.module.js';
import { SsoEnforcementModule } from '../sso-enforcement/sso-enforcement.module.js';
import { MigrationPlansOfEnforcement } from './adapters/answers/migration-plans-of-enforcement.js';
import { ClassifiedMembersController } from './adapters/http/classified-members.controller.js';
import { MigrationPlanController } from './adapters/http/migration-plan.controller.js';
import { MovesController } from './adapters/http/moves.controller.js';
import { SqlMoves } from './adapters/persistence/sql-moves.js';
import { EndMove } from './application/end-move.js';
import { ListMoves } from './application/list-moves.js';
import { ListMovingPeople } from './application/list-moving-people.js';
import { StartMove } from './application/start-move.js';
import { Moves } from './application/ports/moves.js';
import { QueuedClassificationTurns } from './adapters/persistence/queued-classification-turns.js';
import { SqlClassification } from './adapters/persistence/sql-classification.js';
import { SqlLogins } from './adapters/persistence/sql-logins.js';
import { SqlOrganizationStates } from './adapters/persistence/sql-organization-states.js';
import { TypeOrmPlans } from './adapters/persistence/typeorm-plans.js';
import { TypeOrmProgress } from './adapters/persistence/typeorm-progress.js';
import { ClassifyMembers } from './application/classify-members.js';
import { ExportMembers } from './application/export-members.js';
import { ForecastLockout } from './application/forecast-lockout.js';
import { ListClassifiedMembers } from './application/list-classified-members.js';
import { ListProgress } from './application/list-progress.js';
import { MakePlan } from './application/make-plan.js';
import { ClassificationTurns } from './application/ports/classification-turns.js';
import { Classification } from './application/ports/classification.js';
import { Logins } from './application/ports/wave-watch.js';
import { OrganizationStates } from './application/ports/organization-states.js';
import { Plans } from './application/ports/plans.js';
import { Progress } from './application/ports/progress.js';
import { ReadLatestPlan } from './application/read-latest-plan.js';
import { RecordProgress } from './application/record-progress.js';
import { ShowPlans } from './application/show-plans.js';
import { TakeClassificationTurn } from './application/take-classification-turn.js';
import { WAVE_CONTROLLERS, WAVE_PROVIDERS } from './waves.providers.js';

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [MigrationPlansOfEnforcement];

@Module({
  imports: [OrganizationsModule, SessionsModule, SsoModule, SsoEnforcementModule],
  controllers: [MigrationPlanController, ClassifiedMembersController, MovesController, ...WAVE_CONTROLLERS],
  providers: [
    ...ANSWERS,
    ClassifyMembers,
    MakePlan,
    ReadLatestPlan,
    TakeClassificationTurn,
    ...WAVE_PROVIDERS,
    ListMoves,
    ListMovingPeople,
    StartMove,
    EndMove,
    { provide: Moves, useClass: SqlMoves },
    ExportMembers,
    ForecastLockout,
    ListClassifiedMembers,
    ListProgress,
    scheduled('sso-migration.record-progress', '13 0 * * *', RecordProgress),
    RecordProgress,
    ShowPlans,
    { provide: Classification, useClass: SqlClassification },
    { provide: ClassificationTurns, useClass: QueuedClassificationTurns },
    { provide: Logins, useClass: SqlLogins },
    { provide: OrganizationStates, useClass: SqlOrganizationStates },
    { provide: Plans, useClass: TypeOrmPlans },
    { provide: Progress, useClass: TypeOrmProgress },
  ],
  exports: ANSWERS,
})
export class SsoMigrationModule {}
