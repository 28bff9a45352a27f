import { compareVersions, parseVersion, type Version } from '../../engine/operators/version.ts'
import type { Leaf } from '../../schemas/condition.ts'
import { divideOrder, type Limit, type Order } from './order.ts'
import type { Variable } from './variable.ts'

const plusOne = (decimal: string): string => String(BigInt(decimal) + 1n)

const written = ({ core, pre }: Version): string => core.join('.') + (pre.length === 0 ? '' : `-${pre.join('.')}`)

/**
 * Returns the smallest version above another: nothing lies between `1.2.3` and `1.2.4-0`, nor between `1.0.0-a` and
 * `1.0.0-a.0`.
 */
const nextUp = ({ core: [major, minor, patch], pre }: Version): Version =>
  pre.length === 0
    ? { core: [major, minor, plusOne(patch)], pre: ['0'] }
    : { core: [major, minor, patch], pre: [...pre, '0'] }

const lowest: Version = { core: ['0', '0', '0'], pre: ['0'] }

const order: Order<Version> = {
  parse: parseVersion,
  compare: compareVersions,
  adjoin: (low, high) => high !== undefined && compareVersions(low === undefined ? lowest : nextUp(low), high) >= 0,
  at: (version) => [written(version)],
  between: (low, high) => {
    const release = low === undefined ? undefined : low.core
    const tries: Version[] = [
      ...(release === undefined
        ? []
        : [
            { core: [release[0], release[1], plusOne(release[2])] as const, pre: [] },
            { core: [release[0], plusOne(release[1]), '0'] as const, pre: [] },
            { core: release, pre: [] },
          ]),
      { core: ['0', '0', '0'], pre: [] },
      { core: ['0', '0', '1'], pre: [] },
      low === undefined ? lowest : nextUp(low),
    ]
    return tries
      .filter(
        (one) => (low === undefined || compareVersions(one, low) > 0) && (!high || compareVersions(one, high) < 0),
      )
      .map(written)
  },
}

const comparisons: Readonly<Record<string, Limit<Version>['holds']>> = {
  versionIs: (compared) => compared === 0,
  versionLessThan: (compared) => compared < 0,
  versionAtMost: (compared) => compared <= 0,
  versionGreaterThan: (compared) => compared > 0,
  versionAtLeast: (compared) => compared >= 0,
}

/** Partitions versions at those that leaves compare with. */
export const divideVersions = (leaves: readonly Leaf[]): Variable =>
  divideOrder(
    order,
    leaves.map((leaf) => ({
      leaf,
      // Safe cast: the engine compiled these values.
      point: parseVersion(leaf.values[0]) as Version,
      holds: comparisons[leaf.operator] as Limit<Version>['holds'],
    })),
  )
