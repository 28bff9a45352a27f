import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where each build notes what it took in. */
export const notesFolder = path.resolve(import.meta.dirname, '../../dist/.bundled')

/** The folder of the package a module is of, from the project's root; undefined for our own. */
export function packageOf(module: string): string | undefined {
  const file = module.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(?:.*?\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
}

/** A plugin that notes the packages a build takes in, styles and fonts among them. */
export const bundledPackages = (build: string) => ({
  name: 'bundled-packages',
  generateBundle(this: { getModuleIds: () => Iterable<string> }) {
    const found = new Set<string>()
    for (const module of this.getModuleIds()) {
      const folder = packageOf(module)
      if (folder !== undefined) found.add(folder)
    }
    mkdirSync(notesFolder, { recursive: true })
    writeFileSync(path.join(notesFolder, `${build}.json`), JSON.stringify([...found].toSorted(), null, 2))
  },
})
