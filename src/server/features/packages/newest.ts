import { compareVersions, parseVersion } from '../../../shared/engine/operators/version.ts'
import type { Release } from './release.ts'

const order = (a: Release, b: Release): number => {
  const [x, y] = [parseVersion(a.version), parseVersion(b.version)]
  if (x === undefined || y === undefined) return Number(x !== undefined) - Number(y !== undefined)
  return compareVersions(x, y)
}

export const byVersion = (releases: readonly Release[]): Release[] => releases.toSorted(order)

/** The newest version that is not a pre-release, or else the newest. */
export const newestOf = (releases: readonly Release[]): Release | undefined => {
  const sorted = byVersion(releases)
  return sorted.findLast(({ version }) => parseVersion(version)?.pre.length === 0) ?? sorted.at(-1)
}
