import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type {} from '@trpc/server/unstable-core-do-not-import' // lets declarations name TrackedData
import { accountRouter } from './account-router.ts'
import { attributesRouter } from './attributes-router.ts'
import { auditRouter } from './audit-router.ts'
import { buildsRouter } from './builds-router.ts'
import { changesRouter, draftsRouter } from './changes-router.ts'
import { contextsRouter } from './contexts-router.ts'
import { devicesRouter } from './devices-router.ts'
import { eventsRouter, unitsRouter } from './events-router.ts'
import { experimentsRouter, layersRouter } from './experiments-router.ts'
import { filesRouter } from './files-router.ts'
import { flagsRouter } from './flags-router.ts'
import { graphRouter } from './graph-router.ts'
import { historyRouter } from './history-router.ts'
import { importsRouter } from './imports-router.ts'
import { insightsRouter } from './insights-router.ts'
import { keysRouter } from './keys-router.ts'
import { liveRouter } from './live-router.ts'
import { invitationsRouter, membersRouter } from './members-router.ts'
import { metricsRouter } from './metrics-router.ts'
import { passkeysRouter } from './passkeys-router.ts'
import { presenceRouter } from './presence-router.ts'
import { environmentsRouter, projectsRouter } from './projects-router.ts'
import { promisesRouter } from './promises-router.ts'
import { providersRouter } from './providers-router.ts'
import { freezesRouter, guardSourcesRouter, rampPlansRouter, rampsRouter } from './ramps-router.ts'
import { readingsRouter } from './readings-router.ts'
import { referencesRouter } from './references-router.ts'
import { revisionsRouter } from './revisions-router.ts'
import { runsRouter } from './runs-router.ts'
import { segmentsRouter } from './segments-router.ts'
import { factsRouter, sourcesRouter } from './sources-router.ts'
import { systemRouter } from './system-router.ts'
import { serviceTokensRouter, tokensRouter } from './tokens-router.ts'
import { t } from './trpc.ts'
import { usersRouter } from './users-router.ts'
import { viewsRouter } from './views-router.ts'
import { webhooksRouter } from './webhooks-router.ts'

/** The whole management API, one router a noun. */
export const appRouter = t.router({
  account: accountRouter,
  projects: projectsRouter,
  environments: environmentsRouter,
  members: membersRouter,
  invitations: invitationsRouter,
  users: usersRouter,
  providers: providersRouter,
  passkeys: passkeysRouter,
  tokens: tokensRouter,
  serviceTokens: serviceTokensRouter,
  devices: devicesRouter,
  keys: keysRouter,
  files: filesRouter,
  flags: flagsRouter,
  builds: buildsRouter,
  references: referencesRouter,
  segments: segmentsRouter,
  promises: promisesRouter,
  runs: runsRouter,
  events: eventsRouter,
  metrics: metricsRouter,
  sources: sourcesRouter,
  facts: factsRouter,
  units: unitsRouter,
  attributes: attributesRouter,
  views: viewsRouter,
  revisions: revisionsRouter,
  changes: changesRouter,
  drafts: draftsRouter,
  ramps: rampsRouter,
  rampPlans: rampPlansRouter,
  freezes: freezesRouter,
  guardSources: guardSourcesRouter,
  experiments: experimentsRouter,
  layers: layersRouter,
  history: historyRouter,
  graph: graphRouter,
  contexts: contextsRouter,
  audit: auditRouter,
  webhooks: webhooksRouter,
  imports: importsRouter,
  insights: insightsRouter,
  readings: readingsRouter,
  system: systemRouter,
  live: liveRouter,
  presence: presenceRouter,
})
export type AppRouter = typeof appRouter
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>
