import { z } from 'zod'
import * as account from '../../../shared/schemas/account.ts'
import * as apiToken from '../../../shared/schemas/api-token.ts'
import * as attribute from '../../../shared/schemas/attribute.ts'
import * as audit from '../../../shared/schemas/audit.ts'
import * as build from '../../../shared/schemas/build.ts'
import * as change from '../../../shared/schemas/change.ts'
import * as comparison from '../../../shared/schemas/comparison.ts'
import * as condition from '../../../shared/schemas/condition.ts'
import * as datafile from '../../../shared/schemas/datafile.ts'
import * as device from '../../../shared/schemas/device.ts'
import * as draft from '../../../shared/schemas/draft.ts'
import * as evaluation from '../../../shared/schemas/evaluation.ts'
import * as extendedAttribute from '../../../shared/schemas/extended-attribute.ts'
import * as extendedPoint from '../../../shared/schemas/extended-point.ts'
import * as extendedSplit from '../../../shared/schemas/extended-split.ts'
import * as extendedTest from '../../../shared/schemas/extended-test.ts'
import * as flag from '../../../shared/schemas/flag.ts'
import * as flagView from '../../../shared/schemas/flag-view.ts'
import * as graph from '../../../shared/schemas/graph.ts'
import * as guard from '../../../shared/schemas/guard.ts'
import * as history from '../../../shared/schemas/history.ts'
import * as identityProvider from '../../../shared/schemas/identity-provider.ts'
import * as impact from '../../../shared/schemas/impact.ts'
import * as imported from '../../../shared/schemas/import.ts'
import * as inbox from '../../../shared/schemas/inbox.ts'
import * as insights from '../../../shared/schemas/insights.ts'
import * as keys from '../../../shared/schemas/keys.ts'
import * as member from '../../../shared/schemas/member.ts'
import * as metric from '../../../shared/schemas/metric.ts'
import * as metricCatalogue from '../../../shared/schemas/metric-catalogue.ts'
import * as name from '../../../shared/schemas/name.ts'
import * as passkey from '../../../shared/schemas/passkey.ts'
import * as point from '../../../shared/schemas/point.ts'
import * as presence from '../../../shared/schemas/presence.ts'
import * as project from '../../../shared/schemas/project.ts'
import * as promise from '../../../shared/schemas/promise.ts'
import * as ramp from '../../../shared/schemas/ramp.ts'
import * as reading from '../../../shared/schemas/reading.ts'
import * as revision from '../../../shared/schemas/revision.ts'
import * as run from '../../../shared/schemas/run.ts'
import * as savedView from '../../../shared/schemas/saved-view.ts'
import * as sdkKey from '../../../shared/schemas/sdk-key.ts'
import * as segment from '../../../shared/schemas/segment.ts'
import * as segmentView from '../../../shared/schemas/segment-view.ts'
import * as split from '../../../shared/schemas/split.ts'
import * as system from '../../../shared/schemas/system.ts'
import * as telemetry from '../../../shared/schemas/telemetry.ts'
import * as tracked from '../../../shared/schemas/tracked.ts'
import * as webhook from '../../../shared/schemas/webhook.ts'

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

/** Whatever is exported as a schema, with the module it is from. */
const exported = Object.entries(modules).flatMap(([module, values]) =>
  Object.entries(values).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && /^[A-Z]/.test(name) ? [{ module, name, schema }] : [],
  ),
)

/** The schemas that have a name of their own in the document: that of the code, with its module's where two have the same. */
export const named: readonly (readonly [name: string, schema: z.ZodType])[] = exported.map(
  ({ module, name, schema }) => {
    const alone = exported.filter((one) => one.name === name).length === 1
    return [alone ? name : `${module.slice(0, 1).toUpperCase()}${module.slice(1)}${name}`, schema]
  },
)
