import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { aFolder } from '../support/folder.ts'
import { drawsMore } from '../support/seed.ts'
import { tools } from '../support/tool.ts'
import { typeCheck } from '../support/type-check.ts'
import { findNodes, root } from './installed.ts'

const run = promisify(execFile)
const packages = path.join(root, 'dist/packages')
const names = ['sdk', 'api', 'cli'] as const
const nodes = await findNodes()
let folder: string

/** A project with the built packages, and with their peer dependencies linked from ours. */
beforeAll(async () => {
  folder = await aFolder('published')
  const modules = path.join(folder, 'node_modules')
  for (const name of names) {
    const into = path.join(modules, '@fanion', name)
    await mkdir(into, { recursive: true })
    await run('tar', ['-xzf', path.join(packages, `fanion-${name}-${version}.tgz`), '-C', into, '--strip-components=1'])
  }
  for (const name of ['react', '@openfeature', '@trpc', 'zod', 'typescript', 'react-dom'])
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name))
  const types = path.join(modules, '@types')
  await mkdir(types)
  for (const name of ['node', 'react', 'react-dom'])
    await symlink(path.join(root, 'node_modules/@types', name), path.join(types, name))
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n')
})

/** Returns a compiler version's errors in files, by name. Empty if there are none. */
const compile = async (
  compiler: string | undefined,
  texts: Record<string, string>,
  options: Record<string, unknown>,
) => {
  const files = Object.keys(texts)
  for (const [file, text] of Object.entries(texts)) await writeFile(path.join(folder, file), text)
  const common = { strict: true, noEmit: true, types: [], target: 'es2022', lib: ['ES2022', 'DOM'] }
  // The compiler's own library declarations need no check.
  const all = { ...common, skipDefaultLibCheck: true, ...options }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: all, files }))
  return await typeCheck(folder, compiler)
}
/** Options that are not part of `strict` but that many projects enable. */
const stricter = {
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
}
/** The oldest and the newest supported. `npm run hunt` also tests those in between, and the previous major version. */
const compilers = drawsMore ? ['5.4.5', '5.6.3', '5.9.3', '6.0.3', '7.0.2'] : ['5.4.5', '7.0.2']
const jests = drawsMore ? ['29.7.0', '30.2.0'] : ['30.2.0']

const sdkProgram = (load: string, adapters = importedAdapters) => `${load}
const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
})
const fanion = createFanion({ url: 'http://localhost', key: 'x', flags })
export const a: boolean = fanion.flags.checkout({ targetingKey: 'u' })
export const b: 'classic' | 'compact' = fanion.flags.hero()
// @ts-expect-error there is no such flag
fanion.flags.chekout()
defineFlags({
  hero: {
    type: 'string',
    variants: ['classic', 'compact'],
    // @ts-expect-error it is none of the variants, which is said once, here
    default: 'wide',
  },
})
${adapters}
export const f: boolean = perRequest(fanion).run({ targetingKey: 'u' }, () => perRequest(fanion).flags.checkout())
export const g: 'classic' | 'compact' = vercelFlags(fanion, flags).hero.defaultValue
export type H = ReturnType<typeof flagStore<boolean>>
`
const imported = `import { createFanion, defineFlags } from '@fanion/sdk/node'`
const importedAdapters = `import { perRequest } from '@fanion/sdk/request'
import { flagStore } from '@fanion/sdk/svelte'
import { vercelFlags } from '@fanion/sdk/vercel'`
const requiredAdapters = `import request = require('@fanion/sdk/request')
import svelte = require('@fanion/sdk/svelte')
import vercel = require('@fanion/sdk/vercel')
const { perRequest } = request
const { flagStore } = svelte
const { vercelFlags } = vercel`
const required = `import sdk = require('@fanion/sdk/node')\nconst { createFanion, defineFlags } = sdk`

describe.each(names)('@fanion/%s', (name) => {
  const manifest = async () =>
    JSON.parse(await readFile(path.join(folder, 'node_modules/@fanion', name, 'package.json'), 'utf8'))

  it("has the server's version", async () => {
    expect((await manifest()).version).toBe(version)
  })

  it('is found to be right by publint', async (test) => {
    const modules = await tools(test, 'publint@0.3.25')
    const { publint } = await import(pathToFileURL(path.join(modules, 'publint/src/index-node.js')).href)
    const { messages } = await publint({ pkgDir: path.join(folder, 'node_modules/@fanion', name), strict: true })
    expect(messages).toEqual([])
  })
})

describe.each(['sdk', 'api'] as const)('the types of @fanion/%s', (name) => {
  it('are found to be right by attw, for modules and for CommonJS', async (test) => {
    const modules = await tools(test, '@arethetypeswrong/core@0.18.5')
    const attw = await import(pathToFileURL(path.join(modules, '@arethetypeswrong/core/dist/index.js')).href)
    const bytes = await readFile(path.join(packages, `fanion-${name}-${version}.tgz`))
    const found = await attw.checkPackage(attw.createPackageFromTarballData(new Uint8Array(bytes)))
    // Resolution without package exports has no subpaths; no supported Node uses it.
    const problems = found.problems.filter((one: { resolutionKind?: string }) => one.resolutionKind !== 'node10')
    expect(problems).toEqual([])
  })
})

describe('@fanion/sdk', () => {
  it.each(nodes)('is required and imported under Node %s', async (_, node) => {
    const entries = [
      '',
      '/node',
      '/edge',
      '/browser',
      '/react',
      '/openfeature',
      '/openfeature-web',
      '/request',
      '/svelte',
      '/testing',
      '/toolbar',
      '/opentelemetry',
      '/vercel',
    ]
    const list = JSON.stringify(entries)
    const cjs = `for (const e of ${list}) if (Object.keys(require('@fanion/sdk' + e)).length === 0) throw new Error(e)`
    const esm = `for (const e of ${list}) if (Object.keys(await import('@fanion/sdk' + e)).length === 0) throw new Error(e)`
    await writeFile(path.join(folder, 'all.cjs'), cjs)
    await writeFile(path.join(folder, 'all.mjs'), esm)
    // Loaded with require for its own sake: Nodes that can require ES modules must not need to.
    for (const file of ['all.cjs', 'all.mjs'])
      expect((await run(node, [file], { cwd: folder })).stderr).not.toContain('Error')
  })

  it('costs a server component nothing: flags are declared without the engine, and React parts are for the page', async () => {
    const installed = path.join(folder, 'node_modules/@fanion/sdk')
    const reached = async (file: string, seen = new Set<string>()): Promise<Set<string>> => {
      if (seen.has(file)) return seen
      seen.add(file)
      const text = await readFile(path.join(installed, file), 'utf8')
      for (const [, next = ''] of text.matchAll(/from ["']\.\/([^"']+)["']/g)) await reached(next, seen)
      return seen
    }
    expect([...(await reached('index.js'))].map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      'define-events',
      'define-flags',
      'index.js',
    ])
    for (const file of ['react.js', 'react.cjs'])
      expect(await readFile(path.join(installed, file), 'utf8')).toMatch(/^["']use client["']/)
  })

  it('gives a component that was imported the client of a provider that was required', async () => {
    const program = `
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')
const { FanionProvider } = require('@fanion/sdk/react')
import('@fanion/sdk/react').then(({ useFlag }) => {
  const fanion = { value: () => 'given', on: () => () => {} }
  const Part = () => useFlag({ key: 'a' })
  console.log(renderToString(createElement(FanionProvider, { fanion }, createElement(Part))))
})`
    await writeFile(path.join(folder, 'mixed.cjs'), program)
    expect((await run(process.execPath, ['mixed.cjs'], { cwd: folder })).stdout.trim()).toBe('given')
  })

  it.for(compilers)('compiles strictly under TypeScript %s, in modules and in CommonJS', async (one, test) => {
    const compiler =
      one === '7.0.2' ? undefined : path.join(await tools(test, `typescript@${one}`), 'typescript/bin/tsc')
    const node16 = { module: 'node16', moduleResolution: 'node16', skipLibCheck: false }
    const both = { 'program.mts': sdkProgram(imported), 'program.cts': sdkProgram(required, requiredAdapters) }
    expect(await compile(compiler, both, node16)).toBe('')
    const bundler = { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: false, ...stricter }
    expect(await compile(compiler, { 'program.ts': sdkProgram(imported) }, bundler)).toBe('')
  })

  it('states the lowest TypeScript that is tested', async () => {
    expect(await readFile(path.join(root, 'src/client/sdk/README.md'), 'utf8')).toContain('TypeScript 5.4')
  })

  it.for(jests)('runs in Jest %s without any option', { timeout: 300_000 }, async (one, test) => {
    const modules = await tools(test, `jest@${one}`)
    const program = `const { createFanion, defineFlags } = require('@fanion/sdk/node')
test('answers its default without a server', async () => {
  const flags = defineFlags({ checkout: { type: 'boolean', default: true } })
  const fanion = createFanion({ url: 'http://127.0.0.1:9', key: 'fan_srv_${'A'.repeat(43)}', flags })
  fanion.on('error', () => {})
  expect(fanion.flags.checkout()).toBe(true)
  await fanion.close()
})`
    await mkdir(path.join(folder, 'jest'), { recursive: true })
    await writeFile(path.join(folder, 'jest/flag.test.js'), program)
    const jest = path.join(modules, 'jest/bin/jest.js')
    const { stderr } = await run(
      process.execPath,
      [jest, '--rootDir', path.join(folder, 'jest'), '--no-cache', '--runInBand'],
      {
        cwd: folder,
      },
    )
    expect(stderr).toContain('1 passed')
  })

  it('runs in vitest without any option', async () => {
    const program = `import { defineFlags } from '@fanion/sdk'
import { testFanion } from '@fanion/sdk/testing'
import { expect, test } from 'vitest'
test('answers what the test says', () => {
  const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
  expect(testFanion(flags, { checkout: true }).flags.checkout()).toBe(true)
})`
    const own = path.join(folder, 'vitest')
    await mkdir(own, { recursive: true })
    await writeFile(path.join(own, 'flag.test.ts'), program)
    await symlink(path.join(root, 'node_modules/vitest'), path.join(folder, 'node_modules/vitest'))
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const { stdout } = await run(process.execPath, [vitest, 'run', '--root', own], { cwd: folder })
    expect(stripVTControlCharacters(stdout)).toMatch(/Tests\s+1 passed/)
  })
})

describe('@fanion/api', () => {
  const installed = () => path.join(folder, 'node_modules/@fanion/api')

  it('names nothing of the server in its declarations', async () => {
    for (const file of ['index.d.ts', 'index.d.cts'])
      expect(await readFile(path.join(installed(), file), 'utf8')).not.toMatch(
        /fastify|kysely|TrpcCtx|from "pg"|"node:/i,
      )
  })

  it('leads a compiler to no declarations but those of zod', async () => {
    const text = await readFile(path.join(installed(), 'index.d.ts'), 'utf8')
    const led = [...text.matchAll(/^(?:import|export)\b.* from "(.+)";$|\bimport\("(.+?)"\)/gm)]
    expect(led.map(([, named, typed]) => named ?? typed)).toEqual(['zod'])
  })

  it.each(['nodenext', 'bundler'])(
    'has a page that compiles as it stands under %s, libraries checked',
    async (kind) => {
      const page = await readFile(path.join(installed(), 'README.md'), 'utf8')
      const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
      const module = kind === 'bundler' ? 'esnext' : kind
      const options = { module, moduleResolution: kind, skipLibCheck: false, types: ['node'] }
      const wrong = program.replace("key: 'checkout'", 'key: 7')
      const said = await compile(undefined, { 'page.mts': program, 'wrong.mts': wrong }, options)
      // No errors in the page itself or in a library.
      const faults = said.split('\n').filter((line) => /^\S/.test(line))
      expect(faults.map((fault) => path.basename(fault.replace(/\(.*/, '')))).toEqual(['wrong.mts'])
    },
  )
})

describe('@fanion/cli', () => {
  it.each(nodes)('runs under Node %s, and brings neither server nor dependency along', async (_, node) => {
    const home = path.join(folder, 'node_modules/@fanion/cli')
    const manifest = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    for (const file of (await readdir(home)).filter((one) => one.endsWith('.js')))
      expect(await readFile(path.join(home, file), 'utf8')).not.toMatch(/kysely|fastify/i)
    const { stdout } = await run(node, [path.join(home, 'fanion.js'), '--version'])
    expect(stdout.trim()).toBe(version)
  })
})
