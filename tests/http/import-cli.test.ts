import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { follow, intervalOf } from '../../src/client/cli/follow.ts'
import { flagdFlag } from '../support/bundles.ts'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'

let folder: string
let env: Record<string, string>
let owner: Awaited<ReturnType<typeof anOwner>>
let url: string
/** Created per test, because imports are numbered by project. */
let project: string

const run = (...args: string[]) => runCli(args, env)

beforeAll(async () => {
  ;({ url } = await testServer())
  owner = await anOwner(url)
  folder = await aFolder('import')
  const flags = { checkout: flagdFlag({ defaultVariant: 'on' }), 'über uns': flagdFlag() }
  await writeFile(path.join(folder, 'flags.production.json'), JSON.stringify({ flags }))
})

beforeEach(async () => {
  project = `p-${randomUUID().slice(0, 8)}`
  await owner.api.projects.create.mutate({ key: project, name: project })
  const scopes = [{ project, role: 'admin' as const }]
  const { text } = await owner.api.tokens.create.mutate({ name: 'import', scopes })
  env = { FANION_URL: url, FANION_TOKEN: text, XDG_CONFIG_HOME: folder }
})

const live = async () => (await owner.api.flags.list.query({ project, archived: false })).rows.length

describe('fanion import', () => {
  it('shows what becomes of each flag, and writes nothing', async () => {
    const { code, said } = await run('import', folder, '--project', project)
    expect(code).toBe(0)
    expect(said).toContain('flagd: 2 flags, 0 segments, 1 environment')
    expect(said).toContain('production → production')
    expect(said).toContain('▲ ber-uns (über uns)')
    expect(said).toContain(`${url}/p/${project}/import/1`)
    expect(said).not.toMatch(/undefined|\[object|Invalid input/)
    expect(await live()).toBe(0)
  })

  it('imports, says what it wrote, and takes it back', async () => {
    const bundle = path.join(folder, 'kept.gz')
    const applied = await run(
      'import',
      folder,
      '--project',
      project,
      '--except',
      'ber-uns',
      '--apply',
      '--bundle',
      bundle,
    )
    expect(applied.code).toBe(0)
    expect(applied.said).toContain('production: 1 change in revision 1')
    expect(await live()).toBe(1)
    expect(JSON.parse(gunzipSync(await readFile(bundle)).toString())).toMatchObject({ format: 1 })
    const undone = await run('import', 'undo', '1', '--project', project)
    expect({ code: undone.code, said: undone.said }).toEqual({
      code: 0,
      said: expect.stringContaining('1 flag or segment removed'),
    })
    expect(await live()).toBe(0)
  })

  it('opens what GrowthBook encrypted with the key of a file or a variable, and sends the key nowhere', async () => {
    const key = randomBytes(16)
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-128-cbc', key, iv)
    const text = JSON.stringify({ hidden: { defaultValue: true } })
    const encryptedFeatures = `${iv.toString('base64')}.${Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')}`
    const own = await aFolder('encrypted')
    const file = path.join(own, 'features.production.json')
    const secret = path.join(own, 'key.txt')
    await writeFile(file, JSON.stringify({ features: {}, encryptedFeatures }))
    await writeFile(secret, `${key.toString('base64')}\n`)
    const asked = ['import', file, '--project', project]
    const locked = await run(...asked)
    expect(locked).toEqual({ code: 1, said: expect.stringContaining('is encrypted, and was not read') })
    const bundle = path.join(own, 'bundle.gz')
    const opened = await run(...asked, '--decryption-key-file', secret, '--bundle', bundle)
    expect(opened).toEqual({ code: 0, said: expect.stringContaining('GrowthBook: 1 flag') })
    const sent = gunzipSync(await readFile(bundle)).toString()
    expect(sent).toContain('hidden')
    expect(sent).not.toContain(key.toString('base64'))
    env['GROWTHBOOK_DECRYPTION_KEY'] = key.toString('base64')
    expect((await run(...asked)).code).toBe(0)
    env['GROWTHBOOK_DECRYPTION_KEY'] = randomBytes(16).toString('base64')
    expect(await run(...asked)).toEqual({ code: 2, said: expect.stringContaining('encrypted with another key') })
    env['GROWTHBOOK_DECRYPTION_KEY'] = 'no key'
    expect(await run(...asked)).toEqual({ code: 2, said: expect.stringContaining('is no decryption key') })
    delete env['GROWTHBOOK_DECRYPTION_KEY']
  })

  it('answers in JSON', async () => {
    const { code, said } = await run('import', folder, '--json', '--project', project)
    expect(code).toBe(0)
    expect(JSON.parse(said)).toMatchObject({ applied: false, source: { vendor: 'flagd' }, items: [{}, {}] })
  })

  it('follows: writes what changes there, and leaves what somebody edited here', async () => {
    const file = path.join(await aFolder('followed'), 'followed.development.json')
    const write = (flags: object) => writeFile(file, JSON.stringify({ flags }))
    const on = flagdFlag({ defaultVariant: 'on' })
    await write({ one: flagdFlag(), two: flagdFlag() })
    const said: string[] = []
    const happens = [
      () => write({ one: on, two: flagdFlag() }),
      async () => {
        const { code } = await run('off', 'one', '--project', project, '--environment', 'development')
        expect(code).toBe(0)
        await write({ one: flagdFlag({ defaultVariant: 'on', metadata: { team: 'a' } }), three: on })
      },
      () => writeFile(file, '{'),
      () => Promise.resolve(),
      () => write({ one: flagdFlag(), three: on }),
    ]
    const asked = {
      url,
      args: [file],
      values: { project, follow: 'yes' },
      env,
      say: (text: string) => void said.push(text),
    }
    const waited: number[] = []
    const pause = async (ms: number) => {
      waited.push(ms)
      await happens[waited.length - 1]?.()
    }
    await follow(asked, { pause, most: 6 })
    expect(new Set(waited)).toEqual(new Set([60_000]))
    expect(said.map((text) => text.replace(/^\S+ /, ''))).toEqual([
      expect.stringMatching(/^Imported:\n {2}development: 2 changes in revision \d+/),
      expect.stringMatching(/^Imported:\n {2}development: 1 change in revision \d+$/),
      expect.stringMatching(
        /^Imported:\n {2}development: 1 change [\s\S]*left as they are: one\n {2}Gone there.*: two$/,
      ),
      // Printed once.
      expect.stringContaining('is JSON that was cut short'),
      expect.stringMatching(/^Nothing to write\.\n.*left as they are: one$/),
    ])
  })

  it.each(['30s', '90', '5m', '24h'])('follows every %s', (text) => {
    expect(intervalOf(text)).toBeGreaterThanOrEqual(30_000)
  })

  it.each(['29s', '25h', 'often', '-5m'])('does not follow every %s', (text) => {
    expect(() => intervalOf(text)).toThrow('--every is at least 30s')
  })

  it.each([
    [['import', 'x.json', '--every', '5m'], 2, '--every goes with --follow'],
    [['import'], 2, 'import needs'],
    [['import', 'lunchdarkly'], 2, 'Did you mean launchdarkly?'],
    [['import', 'launchdarkly'], 2, 'Set LAUNCHDARKLY_TOKEN'],
    [['import', 'unleash'], 2, 'Name the address of Unleash'],
    [['import', 'featurevisor'], 2, 'built datafiles'],
    [['import', 'nowhere/flags.json'], 2, 'there is no such file'],
    [['import', 'undo', 'x'], 2, 'by its number'],
    [['import', 'undo', '99'], 1, 'doesn’t exist'],
  ])('refuses %j with %d and a sentence', async (args, code, sentence) => {
    const answer = await run(...args, ...(args.includes('--project') ? [] : ['--project', project]))
    expect({ code: answer.code, said: answer.said }).toEqual({
      code: expect.any(Number),
      said: expect.stringContaining(sentence),
    })
    expect(answer.code).toBe(code)
  })

  it('never prints a token, nor sends it to the server', async () => {
    env['FLAGD_TOKEN'] = 'secret-of-the-vendor'
    const { code, said } = await run('import', 'flagd', '--host', 'http://127.0.0.1:9/flags.json', '--project', project)
    delete env['FLAGD_TOKEN']
    expect(code).toBe(1)
    expect(said).toContain('No response from 127.0.0.1:9')
    expect(said).not.toContain('secret-of-the-vendor')
  })
})
