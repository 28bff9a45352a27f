import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where each build notes what it took in. */
const notesFolder = path.resolve(import.meta.dirname, '../../dist/.bundled')

/** The folder of the package a module is of, from the project's root; undefined for our own. */
export function packageOf(module: string): string | undefined {
  const file = module.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(?:.*?\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
}

/** A plugin that tells the folders of the packages a build takes in, styles and fonts among them. */
export const tellsPackages = (tell: (folders: string[]) => void) => ({
  name: 'bundled-packages',
  generateBundle(this: { getModuleIds: () => Iterable<string> }) {
    const found = new Set<string>()
    for (const module of this.getModuleIds()) {
      const folder = packageOf(module)
      if (folder !== undefined) found.add(folder)
    }
    tell([...found].toSorted())
  },
})

/** The same, for a build that goes into the server's package; what it bundles in several rounds is taken together. */
export function bundledPackages(build: string) {
  const all = new Set<string>()
  return tellsPackages((folders) => {
    for (const folder of folders) all.add(folder)
    mkdirSync(notesFolder, { recursive: true })
    writeFileSync(path.join(notesFolder, `${build}.json`), JSON.stringify([...all].toSorted(), null, 2))
  })
}

/** What the builds that are in the server's package took in, as they noted it. */
export const allBundled = (): Set<string> =>
  new Set(
    readdirSync(notesFolder).flatMap(
      // what the plugin wrote
      (note) => JSON.parse(readFileSync(path.join(notesFolder, note), 'utf8')) as string[],
    ),
  )
