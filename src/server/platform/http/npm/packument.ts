import { byVersion, newestOf } from '../../../features/packages/newest.ts'
import type { Release } from '../../../features/packages/release.ts'

/** File name of a release's tarball: `sdk-1.0.0.tgz` for `@fanion/sdk`. */
export const fileOf = ({ name, version }: Pick<Release, 'name' | 'version'>): string =>
  `${name.replace(/^@[^/]+\//, '')}-${version}.tgz`

/**
 * The full registry document of a package. Every client accepts it, so the abbreviated form is not needed. Yarn 4
 * requires `time`, pnpm and Yarn 1 require `dist-tags`. `base` is the registry's URL with a trailing slash.
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
