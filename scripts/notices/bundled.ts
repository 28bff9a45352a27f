import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Folder in which each build records its bundled packages. */
const notesFolder = path.resolve(import.meta.dirname, '../../dist/.bundled')

/** Returns the folder of a module's package relative to the project, or undefined for our own modules. */
export function packageOf(module: string): string | undefined {
  const file = module.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(?:.*?\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
}

/** A plugin that reports the folders of bundled packages, including styles and fonts. */
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

/** Like `tellsPackages`, for a build of the server's package. Combines all rounds of a build. */
export function bundledPackages(build: string) {
  const all = new Set<string>()
  return tellsPackages((folders) => {
    for (const folder of folders) all.add(folder)
    mkdirSync(notesFolder, { recursive: true })
    writeFileSync(path.join(notesFolder, `${build}.json`), JSON.stringify([...all].toSorted(), null, 2))
  })
}

/** Returns the bundled packages that the builds of the server's package recorded. */
export const allBundled = (): Set<string> =>
  new Set(
    readdirSync(notesFolder).flatMap(
      // Safe cast: the plugin wrote this file.
      (note) => JSON.parse(readFileSync(path.join(notesFolder, note), 'utf8')) as string[],
    ),
  )
