import type { Projection } from '../../exporting/projection.ts'
import { textOf } from '../../exporting/text-of.ts'
import { since } from './model.ts'

/** The newest client specification that readings know, and the oldest: of SDKs that do not say. */
export const newestSpec = 601
export const oldestSpec = 0

/** What readings tell apart, however many specifications there are. */
const levels = [oldestSpec, ...Object.values(since)].sort((a, b) => a - b)

/** The Node SDK says 5.2.0 since before it read regular expressions and networks; from this version on it does. */
const nodeSdk = /^unleash-node-sdk:(\d{1,3})\.(\d{1,3})\./
const isNewNode = (sdk: unknown): boolean => {
  const [, major, minor] = (typeof sdk === 'string' && nodeSdk.exec(sdk)) || []
  return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 12)
}

/**
 * The level of a specification such as `5.1.9`, as the SDK names it; what is none is the oldest. `sdk` is what it calls
 * itself: one that is known to read more than it says is believed.
 */
export const specOf = (header: unknown, sdk?: unknown): number => {
  if (isNewNode(sdk)) return newestSpec
  const [, major, minor] = (typeof header === 'string' && /^v?(\d{1,3})\.(\d{1,2})(?:\.|$)/.exec(header)) || []
  const spec = major === undefined ? oldestSpec : Number(major) * 100 + Number(minor)
  return levels.findLast((level) => level <= spec) ?? oldestSpec
}

/** Streams say one of two documents: to SDKs of this specification, and to the newest. */
export const streamSpec = 405

/** The features that can be said to an SDK of this specification, as JSON. */
const featuresFor = (projection: Projection, spec: number): string => {
  const features: string[] = []
  for (const [, { piece }] of projection.flags())
    if (piece !== null && piece.since <= spec) features.push(textOf(piece.json))
  return `[${features.join(',')}]`
}

/** The whole document as JSON. */
export const unleashDocument = (projection: Projection, spec: number, etag: string): string => {
  const rest = `"segments":[],"query":{"environment":"default"},"meta":${JSON.stringify({ etag })}`
  return `{"version":2,"features":${featuresFor(projection, spec)},${rest}}`
}

/** The same as one event that stands for all there were. */
export const unleashDelta = (projection: Projection, spec: number, revision: number): string =>
  `{"events":[{"eventId":${revision},"type":"hydration","features":${featuresFor(projection, spec)},"segments":[]}]}`
