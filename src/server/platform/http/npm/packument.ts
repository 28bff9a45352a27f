import { byVersion, newestOf } from '../../../features/packages/newest.ts'
import type { Release } from '../../../features/packages/release.ts'

/** The file name of a release's tarball in a registry: `sdk-1.0.0.tgz` of `@fanion/sdk`. */
export const fileOf = ({ name, version }: Pick<Release, 'name' | 'version'>): string =>
  `${name.replace(/^@[^/]+\//, '')}-${version}.tgz`

/**
 * What a registry answers about a package, in full: every client takes it, the abbreviated form is not needed. Yarn 4
 * wants `time`, pnpm and Yarn 1 want `dist-tags`. `base` is the registry's address, with a slash at its end.
 */
export const packument = (releases: readonly Release[], base: string): object => {
  const sorted = byVersion(releases)
  const name = sorted[0]?.name ?? ''
  const days = Object.fromEntries(sorted.map((release) => [release.version, release.releasedAt.toISOString()]))
  return {
    name,
    'dist-tags': { latest: newestOf(sorted)?.version },
    modified: Object.values(days).toSorted().at(-1),
    time: days,
    versions: Object.fromEntries(
      sorted.map((release) => [
        release.version,
        {
          ...release.manifest,
          dist: {
            tarball: `${base}${name}/-/${fileOf(release)}`,
            integrity: release.integrity,
            shasum: release.shasum,
          },
        },
      ]),
    ),
  }
}
