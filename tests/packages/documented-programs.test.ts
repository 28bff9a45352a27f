import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from '../sdk/installed.ts'
import { aFolder } from '../support/folder.ts'
import { typeCheck } from '../support/type-check.ts'
import { blocksOf, isCompiled, pages } from './documented.ts'

/** `tests/sdk/package.test.ts` compiles and runs the code of this page as the named files. */
const asFiles = 'docs/guides/testing.md'
const programs = pages()
  .filter((file) => file !== asFiles)
  .flatMap(blocksOf)
  .filter(isCompiled)

/** Output of `fanion pull`, for code that imports it. */
const pulled = `import { defineEvents, defineFlags } from '@fanion/sdk'
export const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
})
export const events = defineEvents({ purchase: { value: true, properties: { plan: ['free', 'gold'] } } })
`

let folder: string
beforeAll(async () => {
  folder = await aFolder('programs')
  await mkdir(path.join(folder, 'node_modules/@fanion'), { recursive: true })
  for (const name of ['sdk', 'api'])
    await symlink(path.join(root, 'dist', name), path.join(folder, 'node_modules/@fanion', name))
})

it('every program of the pages compiles with the packages that are served', { timeout: 300_000 }, async () => {
  expect(programs.length).toBeGreaterThan(15)
  const names = programs.map(({ language }, at) => `program-${at}/program.${language === 'js' ? 'mjs' : language}`)
  for (const [at, { text }] of programs.entries()) {
    await mkdir(path.join(folder, `program-${at}`))
    await writeFile(path.join(folder, names[at] ?? ''), `${text}\nexport {}\n`)
    await writeFile(path.join(folder, `program-${at}/flags.gen.ts`), pulled)
  }
  const compilerOptions = {
    ...{ strict: true, noEmit: true, allowJs: true, skipLibCheck: true, jsx: 'react-jsx' },
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
    ...{ allowImportingTsExtensions: true, types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] },
    paths: {
      '@fanion/*': ['./node_modules/@fanion/*'],
      '*': [path.join(root, 'node_modules/@types/*'), path.join(root, 'node_modules/*')],
    },
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }))
  const said = await typeCheck(folder)
  const told = said.replaceAll(/program-(\d+)\/program/g, (_, at: string) => `${programs[Number(at)]?.title} `)
  expect(told).toBe('')
})
