import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'

let folder: string
let file: string
let env: Record<string, string>
let owner: Awaited<ReturnType<typeof anOwner>>

const run = (...args: string[]) => runCli(args, env)

let url: string
beforeAll(async () => {
  url = (await testServer()).url
})
// Each test has its own project and folder.
beforeEach(async () => {
  owner = await anOwner(url)
  const { api, project } = owner
  const key = await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'ci' })
  await api.flags.create.mutate({ project, key: 'checkout-v2', name: 'Checkout', description: 'The new */ checkout.' })
  folder = await aFolder('cli')
  file = path.join(folder, 'flags.gen.ts')
  env = { FANION_URL: url, FANION_KEY: key.text }
})

describe('fanion pull and check', () => {
  it('say that there is no file yet', async () => {
    const { code, said } = await run('check', '--out', file)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('fanion pull') })
  })

  it('write the declarations, then find them up to date', async () => {
    expect((await run('pull', '--out', file)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toContain(
      `checkoutV2: { key: "checkout-v2", type: 'boolean', default: false }`,
    )
    expect(await readFile(file, 'utf8')).toContain('  /** The new *\\/ checkout. */\n  checkoutV2: {')
    expect((await run('pull', '--out', file)).said).toContain('is up to date (1 flag)')
    expect((await run('check', '--out', file)).code).toBe(0)
  })

  it('write a manifest for the OpenFeature CLI', async () => {
    const manifest = path.join(folder, 'flags.json')
    expect((await run('pull', '--out', manifest, '--format', 'openfeature')).code).toBe(0)
    expect(JSON.parse(await readFile(manifest, 'utf8')).flags).toEqual({
      'checkout-v2': { flagType: 'boolean', defaultValue: false, description: 'The new */ checkout.' },
    })
    expect((await run('pull', '--format', 'yaml')).said).toContain('use typescript or openfeature')
  })

  it('write a type for the context of the attributes that the project declares, and hold the file to it', async () => {
    const { api, project } = owner
    await run('pull', '--out', file)
    await api.attributes.save.mutate({ project, name: 'country', type: 'string', required: true, knownValues: ['NO'] })
    expect(await run('check', '--out', file)).toEqual({
      code: 1,
      said: expect.stringContaining('context.country: required by the server, not declared here'),
    })
    await run('pull', '--out', file)
    expect(await readFile(file, 'utf8')).toContain('  country: "NO" | (string & {})\n}\n')
    await api.attributes.save.mutate({ project, name: 'country', type: 'number', knownValues: [47] })
    const { code, said } = await run('check', '--out', file)
    expect(code).toBe(1)
    expect(said).toMatch(/context\.country: declared here as "NO" \| .*, but the server has 47 \| .*, or left out/)
    await api.attributes.remove.mutate({ project, name: 'country' })
    await run('pull', '--out', file)
    expect((await run('check', '--out', file)).code).toBe(0)
  })

  it('refuse a file that declares a flag the server no longer has', async () => {
    const { api, project } = owner
    await api.flags.create.mutate({ project, key: 'soon', name: 'Soon' })
    await expect.poll(async () => (await run('pull', '--out', file)).said).toContain('Wrote 2 flags')
    await api.flags.archive.mutate({ project, flag: 'soon' })
    await expect.poll(async () => (await run('check', '--out', file)).code).toBe(1)
    expect((await run('check', '--out', file)).said).toContain('soon: declared here, but gone from the server')
  })

  it('hold a file to every environment for whoever has a token, and tell GitHub the lines', async () => {
    const { api, project } = owner
    await run('pull', '--out', file)
    const { text } = await api.tokens.create.mutate({ name: 'ci', scopes: [{ project, role: 'viewer' }] })
    env = { FANION_URL: url, FANION_TOKEN: text }
    const list = await api.environments.list.query({ project })
    const all = ['check', '--out', file, '--project', project]
    expect(await run(...all)).toEqual({ code: 0, said: expect.stringContaining(`${list.length} environments`) })
    await writeFile(file, (await readFile(file, 'utf8')).replace('"checkout-v2"', '"checkout-v3"'))
    const { code, said } = await run(...all, '--annotate')
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^::error file=[^:]*flags\.gen\.ts,line=\d+,title=Fanion%3A checkout-v3::/m),
    })
    const { findings, environments } = JSON.parse((await run(...all, '--json')).said)
    expect(environments).toEqual(list.map(({ key }) => key))
    expect(findings).toMatchObject([{ kind: 'missing', subject: 'checkout-v3', environments }])
    expect((await run(...all, '--environment', 'development')).code).toBe(1)
  })

  it('say what is wrong with the key, the address and the words', async () => {
    expect((await run('pull', '--out', file, '--key', 'fan_srv_nope')).said).toContain('not an SDK key')
    expect((await run('pull', '--out', file, '--url', 'http://127.0.0.1:9')).said).toContain('No response')
    expect(await run('pul')).toEqual({ code: 2, said: expect.stringContaining('Did you mean pull?') })
    expect((await run('pull', '--nope')).code).toBe(2)
  })

  it('refuse an environment or project that the key does not open', async () => {
    for (const other of [
      ['--environment', 'production'],
      ['--project', 'another'],
    ]) {
      const { code, said } = await run('pull', '--out', file, ...other)
      expect({ code, said }).toEqual({
        code: 2,
        said: expect.stringContaining(`, development, not for ${other.join(' ')}`),
      })
    }
    expect((await run('pull', '--out', file, '--environment', 'development', '--project', owner.project)).code).toBe(0)
  })

  it('write over what was written before, and over nothing else', async () => {
    const other = path.join(path.dirname(file), 'package.json')
    await writeFile(other, '{ "private": true }')
    for (const format of ['typescript', 'openfeature']) {
      const { code, said } = await run('pull', '--out', other, '--format', format)
      expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('has other content') })
    }
    expect(await readFile(other, 'utf8')).toBe('{ "private": true }')
    await run('pull', '--out', file)
    // Merge conflict markers are overwritten.
    await writeFile(file, `<<<<<<< ours\n${await readFile(file, 'utf8')}`)
    expect((await run('pull', '--out', file)).code).toBe(0)
  })

  it('take a colleague’s new flag and another formatting for no failure', async () => {
    const { api, project } = owner
    await run('pull', '--out', file)
    await api.flags.create.mutate({ project, key: 'colleague', name: 'Of a colleague' })
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll('"', "'").replaceAll(', ', ',\n      ').replaceAll('\n', '\r\n'))
    expect(await run('check', '--out', file)).toEqual({ code: 0, said: expect.stringContaining('matches the server') })
  })
})

describe('the commands about flags', () => {
  const json = async (...args: string[]) => {
    const { code, said } = await run(...args, '--json')
    return { code, ...JSON.parse(said) }
  }
  let token: string
  beforeEach(async () => {
    const { api, project } = owner
    token = (await api.tokens.create.mutate({ name: 'cli', scopes: [{ project, role: 'publisher' }] })).text
  })
  const here = () => ['--token', token, '--project', owner.project, '--environment', 'development']

  it('list, show and explain, by a key and by a token', async () => {
    for (const by of [[], here()]) {
      expect(await json('flags', ...by)).toMatchObject({
        code: 0,
        environment: 'development',
        flags: expect.arrayContaining([expect.objectContaining({ key: 'checkout-v2', on: false })]),
      })
      expect(await json('get', 'checkout-v2', ...by)).toMatchObject({ code: 0, flag: { key: 'checkout-v2' } })
      const why = { code: 0, context: { targetingKey: 'user-1', age: 30 }, value: false, reason: 'DISABLED' }
      expect(await json('why', 'checkout-v2', 'user-1', 'age=30', ...by)).toMatchObject(why)
      expect(await json('why', 'checkout-v2', '{"targetingKey":"user-1","age":30}', ...by)).toMatchObject(why)
    }
    expect((await run('why', 'checkout-v2', 'user-1')).said).toContain('checkout-v2 is false (off)')
    expect(await run('get', 'chekout-v2')).toEqual({
      code: 1,
      said: expect.stringContaining('Did you mean checkout-v2?'),
    })
  })

  it('turn a flag on and off with a token, and never with a key', async () => {
    expect(await json('on', 'checkout-v2', ...here())).toMatchObject({ code: 0, on: true, changed: true })
    expect(await json('on', 'checkout-v2', ...here())).toMatchObject({ code: 0, on: true, changed: false })
    expect((await json('get', 'checkout-v2', ...here())).flag.on).toBe(true)
    expect((await run('off', 'checkout-v2', ...here())).said).toMatch(/checkout-v2 is off in .*, development now/)
    expect((await run('on', 'checkout-v2', '--key', 'fan_srv_x')).code).toBe(2)
    expect(await run('on', 'checkout-v2')).toEqual({ code: 1, said: expect.stringContaining('fanion login') })
  })

  it('prove no promises of an environment, a project or a flag that is not there', async () => {
    const { project } = owner
    for (const [args, sentence] of [
      [['--environment', 'prodution'], `${project} has no environment "prodution"; it has development, `],
      [['--project', 'none'], 'doesn’t exist'],
      [['--flag', 'none'], 'none'],
    ] as const) {
      const { code, said } = await run('test', '--token', token, ...args)
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(sentence) })
    }
    expect((await run('test', '--token', token)).said).toBe('There is no promise to prove.')
  })

  it('say what they act as', async () => {
    expect(await json('whoami')).toMatchObject({ code: 0, kind: 'server key', environment: 'development' })
    expect(await json('whoami', '--token', token)).toMatchObject({
      code: 0,
      kind: 'API token',
      projects: [{ key: owner.project, role: 'publisher' }],
    })
    expect(await run('whoami', '--token', token, '--project', 'none')).toEqual({
      code: 1,
      said: expect.stringContaining('It sees no project "none"'),
    })
  })

  it('answer a refusal in JSON, too', async () => {
    expect(await json('flags', '--key', 'fan_srv_nope')).toMatchObject({ code: 1, error: { exitCode: 1 } })
    expect(await json('flgas')).toMatchObject({ code: 2, error: { message: expect.stringContaining('flags') } })
  })
})

describe('fanion pull --promises and push', () => {
  it('keep promises in a file: what is pulled is pushed without effect, tested, edited and pushed again', async () => {
    const { api, project } = owner
    const { text: token } = await api.tokens.create.mutate({ name: 'ci', scopes: [{ project, role: 'publisher' }] })
    env = { FANION_URL: url, FANION_TOKEN: token }
    const promises = path.join(folder, 'promises.txt')
    const place = ['--promises', promises, '--project', project]
    await api.promises.save.mutate({
      project,
      key: 'off',
      name: 'Not yet',
      sentence: 'nobody gets checkout-v2 on',
      why: 'not "tested"\nyet',
    })
    expect(await run('pull', ...place)).toMatchObject({ code: 0, said: expect.stringContaining('Wrote 1 promise of') })
    expect((await run('pull', ...place)).said).toContain('is up to date (1 promise).')
    const pulled = await readFile(promises, 'utf8')
    expect(pulled).toContain('#: key=off name="Not yet" why="not \\"tested\\"\\nyet"\nnobody gets checkout-v2 on\n')
    expect(JSON.parse((await run('push', ...place, '--json')).said)).toMatchObject({
      saved: [],
      removed: [],
      unchanged: 1,
    })

    const more = 'everyone where plan is pro gets checkout-v2 on'
    await writeFile(promises, `${pulled}\n#: key=pro force=watches environments=production\n${more}\n`)
    const tested = await run('test', ...place)
    expect([tested.code, tested.said]).toEqual([1, expect.stringContaining(`✗ production  ${more}`)])
    expect(await run('push', ...place)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`+ ${more}\nSaved 1 promise`),
    })
    expect(await api.promises.sentences.query({ project })).toMatchObject([
      { key: 'off', name: 'Not yet', why: 'not "tested"\nyet' },
      { key: 'pro', sentence: more, environments: ['production'], force: 'watches' },
    ])
    expect((await run('pull', ...place)).code).toBe(0)
    expect(JSON.parse((await run('push', ...place, '--json')).said)).toMatchObject({ saved: [], unchanged: 2 })

    // Violated invariants are rejected; those missing from the file stay until they are pruned.
    await writeFile(promises, `#: key=bad\n${more}\n`)
    expect(await run('push', ...place)).toMatchObject({
      code: 1,
      said: expect.stringContaining('It is broken already'),
    })
    await writeFile(promises, '#: key=off name="Not yet"\nnobody gets checkout-v2 on\n')
    expect((await run('push', ...place)).said).toContain('1 promise is not in the file; --prune removes them.')
    expect((await run('push', ...place, '--prune')).said).toContain(`- ${more}`)
    expect((await api.promises.sentences.query({ project })).map(({ key }) => key)).toEqual(['off'])
    await writeFile(promises, 'everyone gets\n')
    expect(await run('push', ...place)).toMatchObject({
      code: 2,
      said: expect.stringContaining('line 1, character 14'),
    })
  })
})
