import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type {} from '@trpc/server/unstable-core-do-not-import' // lets declarations name TrackedData
import { usersRouter } from '../../../features/access/accounts/users-router.ts'
import { devicesRouter } from '../../../features/access/devices/router.ts'
import { keysRouter } from '../../../features/access/keys/router.ts'
import { serviceTokensRouter, tokensRouter } from '../../../features/access/keys/tokens-router.ts'
import { passkeysRouter } from '../../../features/access/second-factor/passkeys-router.ts'
import { accountRouter } from '../../../features/access/sessions/account-router.ts'
import { providersRouter } from '../../../features/access/sso/providers-router.ts'
import { attributesRouter } from '../../../features/attributes/router.ts'
import { auditRouter } from '../../../features/audit/router.ts'
import { buildsRouter } from '../../../features/builds/router.ts'
import { changesRouter, draftsRouter } from '../../../features/changes/router.ts'
import { referencesRouter } from '../../../features/code-references/router.ts'
import { eventsRouter, unitsRouter } from '../../../features/events/router.ts'
import { experimentsRouter, layersRouter } from '../../../features/experiments/router.ts'
import { filesRouter } from '../../../features/flag-files/router.ts'
import { flagsRouter } from '../../../features/flags/router.ts'
import { importsRouter } from '../../../features/imports/router.ts'
import { insightsRouter } from '../../../features/insights/router.ts'
import { invitationsRouter, membersRouter } from '../../../features/members/router.ts'
import { metricsRouter } from '../../../features/metrics/router.ts'
import { presenceRouter } from '../../../features/presence/router.ts'
import { environmentsRouter, projectsRouter } from '../../../features/projects/router.ts'
import { promisesRouter } from '../../../features/promises/router.ts'
import { graphRouter } from '../../../features/publishing/graph-router.ts'
import { historyRouter } from '../../../features/publishing/history-router.ts'
import { revisionsRouter } from '../../../features/publishing/revisions-router.ts'
import { freezesRouter, guardSourcesRouter, rampPlansRouter, rampsRouter } from '../../../features/ramps/router.ts'
import { runsRouter } from '../../../features/runs/router.ts'
import { segmentsRouter } from '../../../features/segments/router.ts'
import { factsRouter, sourcesRouter } from '../../../features/sources/router.ts'
import { contextsRouter } from '../../../features/usage/contexts-router.ts'
import { vendorProtocolsRouter } from '../../../features/usage/vendor-protocols-router.ts'
import { viewsRouter } from '../../../features/views/router.ts'
import { webhooksRouter } from '../../../features/webhooks/router.ts'
import { liveRouter } from './live-router.ts'
import { systemRouter } from './system-router.ts'
import { t } from './trpc.ts'

/** The management API, with one router per noun. */
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
  readings: vendorProtocolsRouter,
  system: systemRouter,
  live: liveRouter,
  presence: presenceRouter,
})
export type AppRouter = typeof appRouter
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>
