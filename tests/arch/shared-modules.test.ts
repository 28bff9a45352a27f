import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesUnder, root } from './sources.ts'

// All files of a project share a process with its modules (vitest.config.ts).
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

it('a module that has hooks or tests of its own as it is loaded is loaded by one test: no other would have them', () => {
  // setupFiles are loaded for each file.
  const setups = ['ends-files', 'leaks', 'tells-pages'].map((name) => `tests/support/${name}.ts`)
  const all = [...filesUnder('tests'), ...filesUnder('src')].filter(
    (file) => /\.tsx?$/.test(file) && !setups.includes(file),
  )
  const textOf = new Map(all.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  const loaders = new Map<string, string[]>()
  for (const [file, text] of textOf)
    for (const [, to = ''] of text.matchAll(/^(?:import|export|\}) ?(?:[^'\n]* from )?'(\.[^']+)'/gm)) {
      const loaded = path.posix.join(path.posix.dirname(file), to)
      loaders.set(loaded, [...(loaders.get(loaded) ?? []), file])
    }
  const testsOf = (file: string): string[] =>
    /\.test\.tsx?$/.test(file) ? [file] : (loaders.get(file) ?? []).flatMap(testsOf)
  const own = /^(?:beforeAll|afterAll|beforeEach|afterEach|describe|it|test)(?:\.\w+)*\(/m
  const having = [...textOf].flatMap(([file, text]) =>
    file.startsWith('tests/') && !/\.test\.tsx?$/.test(file) && own.test(text) ? [file] : [],
  )
  expect(having.length).toBeGreaterThan(10)
  expect(having.filter((file) => new Set(testsOf(file)).size !== 1)).toEqual([])
})
