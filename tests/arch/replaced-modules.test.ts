import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesUnder, root } from './sources.ts'

// the files of a project share a process, and so the modules in it (vitest.config.ts)
it('a test that replaces a module has all modules loaded anew before it and after it', () => {
  const all = [...filesUnder('tests'), ...filesUnder('src'), ...filesUnder('scripts')].filter((file) =>
    /\.test\.tsx?$/.test(file),
  )
  const having = (pattern: RegExp) => all.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))
  const replacing = having(/^vi\.(?:do)?[mM]ock\(/m)
  expect(replacing.length).toBeGreaterThan(2)
  expect(having(/^vi\.hoisted\(\(\) => vi\.resetModules\(\)\)$/m)).toEqual(replacing)
  expect(having(/^afterAll\(\(\) => void vi\.resetModules\(\)\)$/m)).toEqual(replacing)
})
