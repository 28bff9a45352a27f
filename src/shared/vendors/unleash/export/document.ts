import type { Projection } from '../../exporting/projection.ts'
import { textOf } from '../../exporting/text-of.ts'
import { since } from './model.ts'

/** The newest supported client specification, and the oldest, which is assumed for SDKs that send none. */
export const newestSpec = 601
export const oldestSpec = 0

/** The specification levels that exports distinguish. */
const levels = [oldestSpec, ...Object.values(since)].sort((a, b) => a - b)

/**
 * Node SDKs have reported 5.2.0 since before they supported regular expressions and networks. They support both from
 * this version on.
 */
const nodeSdk = /^unleash-node-sdk:(\d{1,3})\.(\d{1,3})\./
const isNewNode = (sdk: unknown): boolean => {
  const [, major, minor] = (typeof sdk === 'string' && nodeSdk.exec(sdk)) || []
  return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 12)
}

/**
 * The level of a specification such as `5.1.9` in the SDK's header. An invalid value counts as the oldest. `sdk` is the
 * SDK's name and version, used if it is known to support more than it reports.
 */
export const specOf = (header: unknown, sdk?: unknown): number => {
  if (isNewNode(sdk)) return newestSpec
  const [, major, minor] = (typeof header === 'string' && /^v?(\d{1,3})\.(\d{1,2})(?:\.|$)/.exec(header)) || []
  const spec = major === undefined ? oldestSpec : Number(major) * 100 + Number(minor)
  return levels.findLast((level) => level <= spec) ?? oldestSpec
}

/** Streams send one of two documents: for SDKs of this specification, and for the newest. */
export const streamSpec = 405

/** The features that SDKs of this specification can read, as JSON. */
const featuresFor = (projection: Projection, spec: number): string => {
  const features: string[] = []
  for (const [, { piece }] of projection.flags())
    if (piece !== null && piece.since <= spec) features.push(textOf(piece.json))
  return `[${features.join(',')}]`
}

export const unleashDocument = (projection: Projection, spec: number, etag: string): string => {
  const rest = `"segments":[],"query":{"environment":"default"},"meta":${JSON.stringify({ etag })}`
  return `{"version":2,"features":${featuresFor(projection, spec)},${rest}}`
}

/** The document as a single event that replaces all previous ones. */
export const unleashDelta = (projection: Projection, spec: number, revision: number): string =>
  `{"events":[{"eventId":${revision},"type":"hydration","features":${featuresFor(projection, spec)},"segments":[]}]}`
