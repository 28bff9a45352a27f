import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { allBundled } from '../notices/bundled.ts'
import { manifestOf } from '../notices/notices.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A package in CycloneDX 1.5, as `npm sbom` writes it. */
type Component = {
  'bom-ref': string
  name: string
  version: string
  scope?: string
  purl: string
  properties?: { name: string; value: string }[]
  hashes?: { alg: string; content: string }[]
  licenses?: unknown[]
}
type Sbom = {
  metadata: { timestamp: string; component: Component & { type: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

type Told = {
  /** all packages installed in the checkout, from `npm sbom` */
  whole: Sbom & { serialNumber?: string }
  /** `name@version` of bundled packages */
  bundled: ReadonlySet<string>
  /** `name@version` of packages that a package manager installs */
  installed: ReadonlySet<string>
  /** time of the last change of the sources, so that equal sources result in equal bytes */
  released: Date
}

/** Returns only the components that a user of the release runs: bundled and installed packages. */
function releaseSbom({ whole, bundled, installed, released }: Told): Sbom {
  const { serialNumber: _, ...told } = whole
  const { component } = told.metadata
  const components = told.components
    .filter((one) => bundled.has(one['bom-ref']) || installed.has(one['bom-ref']))
    .map((one) => (bundled.has(one['bom-ref']) ? inside(one) : one))
  const kept = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  return {
    ...told,
    metadata: {
      ...told.metadata,
      timestamp: released.toISOString(),
      component: { ...component, type: 'application', name: component['bom-ref'].replace(/@[^@]*$/, '') },
    },
    components,
    dependencies: told.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  }
}

/** Marks a development dependency as required, because it is part of a bundle. */
const inside = (one: Component): Component => ({
  ...one,
  scope: 'required',
  properties: (one.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development'),
})

const fromNpm = (...args: string[]): Told['whole'] => {
  const command = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error', ...args]
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8, shell: process.platform === 'win32' } as const
  // Safe cast: npm's own format.
  return JSON.parse(execFileSync('npm', command, options)) as Told['whole']
}

/** Returns the bill of materials of the last build. */
export const billOfMaterials = (released: Date): Sbom =>
  releaseSbom({
    whole: fromNpm(),
    bundled: new Set([...allBundled()].map((at) => `${manifestOf(at).name}@${manifestOf(at).version}`)),
    installed: new Set(fromNpm('--omit=dev').components.map((one) => one['bom-ref'])),
    released,
  })
