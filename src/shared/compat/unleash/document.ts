import type { Projection } from '../projection.ts'
import { textOf } from '../text-of.ts'

/** The newest client specification that readings know, and the oldest: of SDKs that do not say. */
export const newestSpec = 601
export const oldestSpec = 0

/** The number of a specification such as `5.1.9`; what is none is the oldest. */
export const specOf = (header: unknown): number => {
  const [, major, minor] = (typeof header === 'string' && /^v?(\d{1,3})\.(\d{1,2})(?:\.|$)/.exec(header)) || []
  return major === undefined ? oldestSpec : Number(major) * 100 + Number(minor)
}

/** The whole document as JSON, of the flags that can be said to an SDK of this specification. */
export const unleashDocument = (projection: Projection, spec: number, etag: string): string => {
  const features: string[] = []
  for (const [, { piece }] of projection.flags())
    if (piece !== null && piece.since <= spec) features.push(textOf(piece.json))
  const meta = JSON.stringify({ etag })
  return `{"version":2,"features":[${features.join(',')}],"segments":[],"query":{"environment":"default"},"meta":${meta}}`
}
