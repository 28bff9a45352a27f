import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { flagsModule } from '../../src/shared/codegen/flags-module.ts'
import { testSnippet } from '../../src/shared/text/code/test-snippet.ts'
import { endsWithFile } from '../support/file-end.ts'
import { typeCheck } from '../support/type-check.ts'
import { findNodes, installPackage, root } from './installed.ts'
import { aFlag, serverKey } from './wire-server.ts'
import { aServer } from './world.ts'

const run = promisify(execFile)
const nodes = await findNodes()
let folder = ''
beforeAll(async () => {
  folder = await installPackage()
})

const program = `
import { createFanion, defineFlags } from '@fanion/sdk/node'
const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.argv[2], key: process.argv[3], flags })
const { ready, reason } = await fanion.ready()
console.log(ready ? 'ready' : reason, fanion.flags.checkout({ targetingKey: 'user-1' }))
`

/** Starts a program in the consumer's folder. `line` returns its next output line. */
const start = async (node: string, source: string, ...args: string[]) => {
  await writeFile(path.join(folder, 'program.mjs'), source)
  const child = endsWithFile(
    spawn(node, ['program.mjs', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { line: async () => (await lines.next()).value, exit: once(child, 'exit').then(([code]) => code) }
}

describe('the packed library', () => {
  it('depends on nothing, and has no file that no entry leads to', async () => {
    const installed = path.join(folder, 'node_modules/@fanion/sdk')
    const manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    expect(await readdir(path.join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@fanion'])
    const files = await readdir(installed)
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'node.js', 'node.d.ts', 'node.cjs', 'node.d.cts']),
    )
    expect(files.filter((file) => !/(\.d\.c?ts|\.c?js|\.json|\.md)$|^LICENSE$/.test(file))).toEqual([])
  })

  it('holds neither zod nor anything of React or OpenFeature', async () => {
    const installed = path.join(folder, 'node_modules/@fanion/sdk')
    for (const file of (await readdir(installed)).filter((name) => /\.(js|d\.ts)$/.test(name))) {
      const text = await readFile(path.join(installed, file), 'utf8')
      expect(text).not.toMatch(/\bzod/i)
      for (const [, from] of text.matchAll(/^(?:import|export)[^;]*? from ["']([^"']+)["']/gm)) {
        expect(from).toMatch(/^\.\/|^node:|^react$|^@openfeature\/(server-sdk|web-sdk)$/)
      }
    }
  })

  it.each(nodes)('follows the environment under Node %s', async (_, node) => {
    const server = await aServer()
    const follow = `${program}
fanion.on('change', ({ revision, keys }) => {
  console.log(revision, keys.join(), fanion.flags.checkout({ targetingKey: 'user-1' }))
  void fanion.close()
})`
    const { line, exit } = await start(node, follow, server.url, serverKey)
    expect(await line()).toBe('ready true')
    server.publish(aFlag('checkout', false))
    expect(await line()).toBe('2 checkout false')
    expect(await exit).toBe(0)
    expect(server.reports[0]?.counts).toHaveLength(2)
  })

  it('runs a test copied from the playground as it stands: it holds, until the flag answers otherwise', async () => {
    const server = await aServer()
    const seen = { url: server.url, flag: { key: 'checkout', type: 'boolean' as const }, environment: 'production' }
    const context = { targetingKey: 'user-1', country: 'NO' }
    await writeFile(path.join(folder, 'flag.test.mjs'), testSnippet({ ...seen, context, value: true }))
    const passes = () =>
      run(process.execPath, ['--test', 'flag.test.mjs'], {
        cwd: folder,
        env: { ...process.env, FANION_KEY: serverKey },
      }).then(
        () => true,
        () => false,
      )
    expect(await passes()).toBe(true)
    server.publish(aFlag('checkout', false))
    expect(await passes()).toBe(false)
  })

  it.each(nodes)('keeps no process alive that has nothing else to do and no server, under Node %s', async (_, node) => {
    const server = await aServer()
    await server.stop()
    const { line, exit } = await start(node, program, server.url, serverKey)
    expect(await line()).toMatch(/^not ready within 3 s: the server cannot be reached \(.*\) false$/)
    expect(await exit).toBe(0)
  })

  it.each(nodes)(
    'waits for a server that is away where somebody listens for changes, under Node %s',
    async (_, node) => {
      const server = await aServer()
      const listen = program.replace(
        'const { ready',
        "fanion.on('change', () => {})\nfanion.on('status', (s) => { if (s.state === 'ready') void fanion.close() })\nconst { ready",
      )
      await server.stop()
      const { line, exit } = await start(node, listen, server.url, serverKey)
      expect(await line()).toMatch(/^not ready/)
      await server.start()
      expect(await exit).toBe(0)
      expect(server.asked('/sdk/v1/stream')).toBeGreaterThan(0)
    },
  )
})

const good = `
import { createFanion, defineFlags, objectFlag, type Details } from '@fanion/sdk/node'
import { defineFlags as same } from '@fanion/sdk'
const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limits: objectFlag<{ perMinute: number }>({ perMinute: 60 }),
})
const fanion = createFanion({ url: 'http://localhost', key: 'x', flags })
export const a: boolean = fanion.flags.checkout({ targetingKey: 'u' })
export const b: 'classic' | 'compact' = fanion.flags.hero()
export const c: number = fanion.flags.limits().perMinute
export const d: Details<boolean> = fanion.flags.checkout.details()
export const e: typeof defineFlags = same
fanion.on('change', ({ revision, keys }) => [revision + 1, keys.length])
`
const everywhere = `
import { createElement } from 'react'
import { OpenFeature } from '@openfeature/server-sdk'
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk'
import { createFanion as createPage } from '@fanion/sdk/browser'
import { createFanion as createEdge } from '@fanion/sdk/edge'
import { fanionProvider } from '@fanion/sdk/openfeature'
import { fanionWebProvider } from '@fanion/sdk/openfeature-web'
import { FanionProvider, useFlag } from '@fanion/sdk/react'
import { showToolbar } from '@fanion/sdk/toolbar'
const page = createPage({ url: '', key: '', flags, context: { targetingKey: 'u' }, answers: fanion.getBootstrap() })
export const g: 'classic' | 'compact' = page.flags.hero()
export const Hero = () => createElement('p', {}, useFlag(flags.hero))
export const tree = createElement(FanionProvider, { fanion: page }, createElement(Hero))
OpenFeature.setProvider(fanionProvider(fanion))
OpenFeature.setProvider(fanionProvider(createEdge({ url: '', key: '', flags })))
WebOpenFeature.setProvider(fanionWebProvider(page))
export const hide: () => void = showToolbar(page, flags, { project: 'https://flags.example.com/p/shop', side: 'left' })
// @ts-expect-error it stands at no such side
showToolbar(page, flags, { side: 'top' })
// @ts-expect-error 'wide' is none of the variants
export const h: 'wide' = page.flags.hero()
`
const bad = `
// @ts-expect-error there is no such flag
fanion.flags.chekout()
// @ts-expect-error a boolean is no text
export const f: string = fanion.flags.checkout()
`

const undefinedOptions = `
createFanion({ url: undefined, key: undefined, flags, bootstrap: undefined, telemetry: undefined, logger: undefined })
fanion.flags.checkout({ targetingKey: undefined })
fanion.flags.checkout(undefined)
defineFlags({ plain: { type: 'boolean', default: false, key: 'p', description: 'x' } })
`

/** The guide's code blocks, by file name. */
const guide = async (): Promise<[file: string, text: string][]> => {
  const page = await readFile(path.join(root, 'docs/guides/testing.md'), 'utf8')
  return [...page.matchAll(/```ts ([\w.]+)\n([\s\S]*?)```/g)].map(([, file = '', text = '']) => [file, text])
}

const pulledProgram = `
import { createFanion } from '@fanion/sdk/node'
import { type Context, flags } from './flags.gen.js'
const { checkout } = createFanion({ url: '', key: '', flags }).flags
checkout({ country: 'NO' })
checkout({ country: 'elsewhere', age: 7, since: new Date(), user: { roles: ['buyer'] }, targetingKey: 'user-1' })
export const context: Context = { country: 'SE', since: '2026-11-20T12:00:00Z' }
checkout(context)
// @ts-expect-error a context is required
checkout()
// @ts-expect-error the country is missing
checkout({ targetingKey: 'user-1' })
// @ts-expect-error it is misspelt
checkout({ country: 'NO', agee: 7 })
// @ts-expect-error it is a number
checkout({ country: 'NO', age: '7' })
// @ts-expect-error it is a list
checkout({ country: 'NO', user: { roles: 'buyer' } })
// @ts-expect-error the same holds for details
checkout.details({ country: 7 })
`

describe('the types of the packed library', () => {
  const settings = [
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
    ['node16', 'node16'],
  ] as const
  const check = async (compilerOptions: Record<string, unknown>, program: string) => {
    const common = { strict: true, noEmit: true, types: [], target: 'es2022', lib: ['ES2022', 'DOM'] }
    // The compiler's own library declarations need no check.
    const all = { ...common, skipDefaultLibCheck: true, ...compilerOptions }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: all, files: ['program.ts'] }))
    await writeFile(path.join(folder, 'program.ts'), program)
    return await typeCheck(folder)
  }

  it.each(settings)(
    'resolve and hold under moduleResolution %s, declarations checked',
    async (moduleResolution, module) => {
      expect(await check({ moduleResolution, module, skipLibCheck: false }, good + bad)).toBe('')
    },
  )

  it('hold calls to the context that `fanion pull` makes of the attributes of a project', async () => {
    const attribute = { required: false, knownValues: [] }
    const attributes = [
      { ...attribute, name: 'country', type: 'string' as const, required: true, knownValues: ['NO', 'SE'] },
      { ...attribute, name: 'age', type: 'number' as const },
      { ...attribute, name: 'since', type: 'datetime' as const },
      { ...attribute, name: 'user.roles', type: 'string list' as const },
    ]
    const pulled = flagsModule({ project: 'shop', flags: { checkout: aFlag('checkout', true) } }, attributes)
    await writeFile(path.join(folder, 'flags.gen.ts'), pulled)
    const settings = { moduleResolution: 'nodenext', module: 'nodenext', skipLibCheck: false }
    expect(await check(settings, pulledProgram)).toBe('')
  })

  it('hold for every block of the guide to testing, whose tests pass', async () => {
    const blocks = await guide()
    expect(blocks.map(([file]) => file)).toEqual([
      'flags.ts',
      'checkout.test.ts',
      'offline.ts',
      'page.ts',
      'request.ts',
      'traced.ts',
    ])
    const link = path.join(folder, 'node_modules/@types')
    if (!existsSync(link)) await symlink(path.join(root, 'node_modules/@types'), link)
    for (const [file, text] of blocks) await writeFile(path.join(folder, file), text)
    const compilerOptions = {
      ...{ strict: true, noEmit: true, types: ['node'], target: 'es2022', lib: ['ES2023', 'DOM'], skipLibCheck: true },
      ...{ module: 'nodenext', moduleResolution: 'nodenext', allowImportingTsExtensions: true },
    }
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: blocks.map(([file]) => file) }),
    )
    expect(await typeCheck(folder)).toBe('')
    await run(process.execPath, ['--test', 'checkout.test.ts'], { cwd: folder })
  })

  it('hold where an option left out is not the same as one that is undefined', async () => {
    const exact = { moduleResolution: 'nodenext', module: 'nodenext', exactOptionalPropertyTypes: true }
    expect(await check({ ...exact, skipLibCheck: false }, good + bad + undefinedOptions)).toBe('')
  })

  it.each(settings)(
    'of every entry resolve and hold beside its peers under moduleResolution %s',
    async (moduleResolution, module) => {
      for (const name of ['react', '@openfeature', '@types']) {
        const link = path.join(folder, 'node_modules', name)
        if (!existsSync(link)) await symlink(path.join(root, 'node_modules', name), link)
      }
      // The declarations of peer dependencies are not ours to check.
      expect(await check({ moduleResolution, module, skipLibCheck: true }, good + bad + everywhere)).toBe('')
    },
  )
})
