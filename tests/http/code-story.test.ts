import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { aWorld, type World } from './world.ts'

/** The shop's repository. */
const files = {
  'src/fanion.ts': `import { createFanion } from '@fanion/sdk/node'
import { flags } from './flags.gen.js'

export const fanion = createFanion({ url: process.env.FANION_URL ?? '', key: process.env.FANION_KEY ?? '', flags })
`,
  'src/cart.ts': `import { fanion } from './fanion.js'

/** Where the cart leads to. */
export const next = (user: string) => (fanion.flags.checkout({ targetingKey: user }) ? '/checkout/v2' : '/checkout')
`,
  'src/hero.ts': `import { fanion } from './fanion.js'

export const hero = (user: string) => fanion.flags.hero({ targetingKey: user })
`,
  'app/checkout.py': 'if flag("checkout"): pass\n',
}

let world: World
let shop: string
let env: Record<string, string>

const run = (...args: string[]) => runCli(args, env)
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    encoding: 'utf8',
  })
const text = (file: string) => readFileSync(path.join(shop, file), 'utf8')
const out = () => path.join(shop, 'src/flags.gen.ts')

/** An application of the shop that reports its declaration. */
const ship = async (version: string, declared: object) => {
  const key = world.serverKey.text
  // Safe cast: versions differ only in the flags they declare.
  const asked = { url: world.url, key, flags: declared as typeof all, build: { name: 'shop-web', version } }
  const fanion = createFanion({ ...asked, logger: { warn: () => {} } })
  await fanion.ready()
  return fanion
}
const all = defineFlags({ checkout: { type: 'boolean', default: false }, hero: { type: 'boolean', default: false } })

beforeAll(async () => {
  world = await aWorld()
  const { api, project } = world
  await api.flags.create.mutate({ project, key: 'hero', name: 'Hero', onIn: ['development'] })
  const token = await api.tokens.create.mutate({ name: 'ci', scopes: [{ project, role: 'editor' }] })
  env = { FANION_URL: world.url, FANION_TOKEN: token.text }
  shop = await aFolder('shop')
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(shop, file)), { recursive: true })
    writeFileSync(path.join(shop, file), content)
  }
  git('init', '--quiet', '--initial-branch', 'main')
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
})

describe('a flag from its declaration to its end', () => {
  it('is declared, scanned, shipped, settled, removed by the command, and archived when the last build that reads it is gone', async () => {
    const { api, project } = world
    const where = ['--project', project, '--environment', 'development']
    // Declared, and checked against the server.
    expect(await run('pull', ...where, '--out', out())).toMatchObject({ code: 0 })
    expect(text('src/flags.gen.ts')).toContain('checkout: {')
    expect(await run('check', ...where, '--out', out())).toMatchObject({ code: 0 })
    git('add', '.')
    git('commit', '--quiet', '--message', 'The shop')

    // Scanned: the server knows where the flag is read.
    expect(await run('scan', shop, '--project', project, '--blame')).toMatchObject({ code: 0 })
    const known = () => api.references.ofFlag.query({ project, flag: 'checkout' })
    const places = (await known()).places.map((one) => `${one.path}:${one.line} ${one.kind}`)
    expect(places.slice(0, 2)).toEqual([
      'src/cart.ts:4 read',
      expect.stringMatching(/^src\/flags\.gen\.ts:\d+ declaration$/),
    ])
    expect(places).toContain('app/checkout.py:1 mention')
    expect((await known()).places[0]?.link).toMatch(
      /^https:\/\/github\.com\/acme\/shop\/blob\/[0-9a-f]{40}\/src\/cart\.ts#L4$/,
    )

    // Shipped and settled: everyone gets one variant.
    const old = await ship('2.4.0', all)
    const builds = () => api.builds.ofFlag.query({ project, flag: 'checkout' })
    await expect.poll(builds).toMatchObject([{ programs: 1 }])
    const archive = () => api.flags.archive.mutate({ project, flag: 'checkout' })
    await expect(archive()).rejects.toThrow(/shop-web 2\.4\.0 in development still reads checkout/)
    await world.turn(true)

    // Removed: the code uses the value that everyone gets, and the shop's own check passes.
    const checked = 'test -f src/cart.ts && ! grep -rq checkout: src'
    const { code, said } = await run('remove', 'checkout', shop, ...where, '--write', '--check', checked)
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining('Removed checkout as on: 1 read, 2 files changed.'),
    })
    expect(text('src/cart.ts')).toBe(
      "/** Where the cart leads to. */\nexport const next = (user: string) => '/checkout/v2'\n",
    )
    expect(text('src/flags.gen.ts')).not.toContain('checkout')
    expect(text('src/hero.ts')).toBe(files['src/hero.ts'])
    writeFileSync(path.join(shop, 'app/checkout.py'), 'pass\n')
    git('commit', '--quiet', '--all', '--message', 'The new checkout for everybody')

    // The day of the last read's removal is known.
    expect(await run('scan', shop, '--project', project)).toMatchObject({ code: 0 })
    expect((await known()).repositories).toMatchObject([
      { reads: 0, gone: { commit: git('rev-parse', 'HEAD').trim() } },
    ])

    // The new build is live. The old one blocks archiving the flag, and is named, until it is gone.
    const next = await ship('2.5.0', { hero: all.hero })
    await expect.poll(async () => (await api.builds.list.query({ project })).builds.length).toBe(2)
    await expect(archive()).rejects.toThrow(/shop-web 2\.4\.0 in development still reads checkout/)
    await old.close()
    await expect.poll(builds).toMatchObject([{ programs: 0 }])
    const { db } = world.server.services
    await db
      .updateTable('build')
      .set({ lastSeenAt: new Date(Date.now() - 25 * 3_600_000) })
      .where('version', '=', '2.4.0')
      .execute()
    expect((await archive()).archivedAt).not.toBeNull()
    await next.close()

    // The declarations still match, and a scan does not find the flag.
    await expect.poll(async () => (await run('check', ...where, '--out', out())).code).toBe(0)
    expect((await known()).total).toBe(0)
  })
})
