import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { allBundled } from '../notices/bundled.ts'
import { manifestOf } from '../notices/notices.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What CycloneDX 1.5 says of a package, as `npm sbom` writes it. */
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
  /** everything that is installed in the checkout, as `npm sbom` tells it */
  whole: Sbom & { serialNumber?: string }
  /** `name@version` of what is inside of the bundles */
  bundled: ReadonlySet<string>
  /** `name@version` of what a package manager installs beside them */
  installed: ReadonlySet<string>
  /** when the sources were last changed: the same sources give the same bytes */
  released: Date
}

/** What whoever runs the release runs: what its bundles took in and what is installed beside them, and nothing else. */
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

/** A package that only the build knew of by its name, and everybody runs. */
const inside = (one: Component): Component => ({
  ...one,
  scope: 'required',
  properties: (one.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development'),
})

const fromNpm = (...args: string[]): Told['whole'] => {
  const command = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error', ...args]
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8, shell: process.platform === 'win32' } as const
  // npm's own format
  return JSON.parse(execFileSync('npm', command, options)) as Told['whole']
}

/** The bill of materials of what was built last. */
export const billOfMaterials = (released: Date): Sbom =>
  releaseSbom({
    whole: fromNpm(),
    bundled: new Set([...allBundled()].map((at) => `${manifestOf(at).name}@${manifestOf(at).version}`)),
    installed: new Set(fromNpm('--omit=dev').components.map((one) => one['bom-ref'])),
    released,
  })
