import type { Provider, Type } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { WaveStepsController } from './adapters/http/wave-steps.controller.js';
import { WavesController } from './adapters/http/waves.controller.js';
import { SqlWaveMembers } from './adapters/persistence/sql-wave-members.js';
import { SqlWaveWatch } from './adapters/persistence/sql-wave-watch.js';
import { TypeOrmWaves } from './adapters/persistence/typeorm-waves.js';
import { ChooseWaveMembers } from './application/choose-wave-members.js';
import { CreateWave } from './application/create-wave.js';
import { EnforceWave } from './application/enforce-wave.js';
import { JudgeWave } from './application/judge-wave.js';
import { ListWaves } from './application/list-waves.js';
import { PauseFailingWaves } from './application/pause-failing-waves.js';
import { PreviewWave } from './application/preview-wave.js';
import { WaveMembers } from './application/ports/wave-members.js';
import { WaveWatch } from './application/ports/wave-watch.js';
import { Waves } from './application/ports/waves.js';
import { REMIND_JOB, RemindMembers } from './application/remind-members.js';
import { RequireFreshPlan } from './application/require-fresh-plan.js';
import { ResumeWave } from './application/resume-wave.js';
import { SetWaveDate } from './application/set-wave-date.js';
import { ShowWave } from './application/show-wave.js';
import { StartDueWaves } from './application/start-due-waves.js';
import { SteerWave } from './application/steer-wave.js';
import { SuspendWave } from './application/suspend-wave.js';

export const WAVE_CONTROLLERS: Type[] = [WavesController, WaveStepsController];

export const WAVE_PROVIDERS: Provider[] = [
  ChooseWaveMembers,
  CreateWave,
  EnforceWave,
  JudgeWave,
  ListWaves,
  PauseFailingWaves,
  PreviewWave,
  RemindMembers,
  RequireFreshPlan,
  ResumeWave,
  SetWaveDate,
  ShowWave,
  StartDueWaves,
  SteerWave,
  SuspendWave,
  scheduled('sso-migration.start-waves', '*/5 * * * *', StartDueWaves),
  scheduled('sso-migration.watch-waves', '*/5 * * * *', PauseFailingWaves),
  scheduled(REMIND_JOB, '*/15 * * * *', RemindMembers),
  { provide: WaveMembers, useClass: SqlWaveMembers },
  { provide: WaveWatch, useClass: SqlWaveWatch },
  { provide: Waves, useClass: TypeOrmWaves },
];
