import { z } from 'zod'
import * as account from '../../../../shared/features/access/schemas/account.ts'
import * as apiToken from '../../../../shared/features/access/schemas/api-token.ts'
import * as device from '../../../../shared/features/access/schemas/device.ts'
import * as identityProvider from '../../../../shared/features/access/schemas/identity-provider.ts'
import * as passkey from '../../../../shared/features/access/schemas/passkey.ts'
import * as sdkKey from '../../../../shared/features/access/schemas/sdk-key.ts'
import * as attribute from '../../../../shared/features/attributes/schemas/attribute.ts'
import * as audit from '../../../../shared/features/audit/schemas/audit.ts'
import * as build from '../../../../shared/features/builds/schemas/build.ts'
import * as change from '../../../../shared/features/changes/schemas/change.ts'
import * as inbox from '../../../../shared/features/changes/schemas/inbox.ts'
import * as draft from '../../../../shared/features/drafts/schemas/draft.ts'
import * as flagView from '../../../../shared/features/flags/schemas/flag-view.ts'
import * as imported from '../../../../shared/features/imports/schemas/import.ts'
import * as insights from '../../../../shared/features/insights/schemas/insights.ts'
import * as member from '../../../../shared/features/members/schemas/member.ts'
import * as metric from '../../../../shared/features/metrics/schemas/metric.ts'
import * as metricCatalogue from '../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import * as presence from '../../../../shared/features/presence/schemas/presence.ts'
import * as project from '../../../../shared/features/projects/schemas/project.ts'
import * as promise from '../../../../shared/features/promises/schemas/promise.ts'
import * as graph from '../../../../shared/features/publishing/schemas/graph.ts'
import * as history from '../../../../shared/features/publishing/schemas/history.ts'
import * as revision from '../../../../shared/features/publishing/schemas/revision.ts'
import * as guard from '../../../../shared/features/ramps/schemas/guard.ts'
import * as ramp from '../../../../shared/features/ramps/schemas/ramp.ts'
import * as run from '../../../../shared/features/runs/schemas/run.ts'
import * as segmentView from '../../../../shared/features/segments/schemas/segment-view.ts'
import * as system from '../../../../shared/features/status/schemas/system.ts'
import * as comparison from '../../../../shared/features/usage/schemas/comparison.ts'
import * as telemetry from '../../../../shared/features/usage/schemas/telemetry.ts'
import * as tracked from '../../../../shared/features/usage/schemas/tracked.ts'
import * as reading from '../../../../shared/features/usage/schemas/vendor-protocol.ts'
import * as savedView from '../../../../shared/features/views/schemas/saved-view.ts'
import * as webhook from '../../../../shared/features/webhooks/schemas/webhook.ts'
import * as condition from '../../../../shared/schemas/condition.ts'
import * as datafile from '../../../../shared/schemas/datafile.ts'
import * as evaluation from '../../../../shared/schemas/evaluation.ts'
import * as extendedAttribute from '../../../../shared/schemas/extended-attribute.ts'
import * as extendedPoint from '../../../../shared/schemas/extended-point.ts'
import * as extendedSplit from '../../../../shared/schemas/extended-split.ts'
import * as extendedTest from '../../../../shared/schemas/extended-test.ts'
import * as flag from '../../../../shared/schemas/flag.ts'
import * as impact from '../../../../shared/schemas/impact.ts'
import * as keys from '../../../../shared/schemas/keys.ts'
import * as name from '../../../../shared/schemas/name.ts'
import * as point from '../../../../shared/schemas/point.ts'
import * as segment from '../../../../shared/schemas/segment.ts'
import * as split from '../../../../shared/schemas/split.ts'

const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  account,
  apiToken,
  attribute,
  audit,
  build,
  change,
  comparison,
  condition,
  datafile,
  device,
  draft,
  evaluation,
  extendedAttribute,
  extendedPoint,
  extendedSplit,
  extendedTest,
  flagView,
  flag,
  graph,
  guard,
  history,
  identityProvider,
  impact,
  imported,
  inbox,
  insights,
  keys,
  member,
  metricCatalogue,
  metric,
  name,
  passkey,
  point,
  presence,
  project,
  promise,
  ramp,
  reading,
  revision,
  run,
  savedView,
  sdkKey,
  segmentView,
  segment,
  split,
  system,
  telemetry,
  tracked,
  webhook,
}

/** Every exported schema with its module. */
const exportedSchemas = Object.entries(modules).flatMap(([module, values]) =>
  Object.entries(values).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && /^[A-Z]/.test(name) ? [{ module, name, schema }] : [],
  ),
)

/** The schemas with a name in the document: their name in the code, prefixed with the module if two have the same. */
export const namedSchemas: readonly (readonly [name: string, schema: z.ZodType])[] = exportedSchemas.map(
  ({ module, name, schema }) => {
    const alone = exportedSchemas.filter((one) => one.name === name).length === 1
    return [alone ? name : `${module.slice(0, 1).toUpperCase()}${module.slice(1)}${name}`, schema]
  },
)
