import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { aFlag, where } from '../../../tests/support/builders.ts'
import { aFolder } from '../../../tests/support/folder.ts'
import { version } from '../../shared/version.ts'
import { readSignedOverrides } from '../sdk/core/signed-overrides.ts'
import { commands } from './commands.ts'
import { makeFolderOf, withFile } from './file-error.ts'
import { main } from './main.ts'
import { contextOf } from './why.ts'

const folder = await aFolder('words')

// No stored credentials, and no server listens on this port.
const env = { XDG_CONFIG_HOME: folder, FANION_URL: 'http://127.0.0.1:9' }
const run = async (args: readonly string[], more: Record<string, string> = {}) => {
  const said: string[] = []
  const note = (line: unknown) => void said.push(String(line))
  const spies = [vi.spyOn(console, 'log').mockImplementation(note), vi.spyOn(console, 'error').mockImplementation(note)]
  try {
    return { code: await main(args, { ...env, ...more }), said: said.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('fanion', () => {
  it.each([[[]], [['help']], [['--help']], [['-h']]])('prints every command for %j', async (args) => {
    const { code, said } = await run(args)
    expect(code).toBe(0)
    for (const { name, summary } of commands)
      expect(said).toMatch(new RegExp(`^  ${name}\\b.*${summary.slice(0, 20)}`, 'm'))
  })

  it.each(commands.map(({ name }) => name))('tells of %s, whichever way it is asked', async (name) => {
    const { code, said } = await run([name, '--help'])
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(new RegExp(`^Usage: fanion ${name}`)) })
    expect((await run(['help', name])).said).toBe(said)
    expect(JSON.parse((await run([name, '--help', '--json'])).said).name).toBe(name)
  })

  it('prints its version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, said: version })
    expect(JSON.parse((await run(['--version', '--json'])).said)).toEqual({ version })
  })

  it.each([
    [['pul'], 'pull'],
    [['chekc'], 'check'],
    [['lst'], 'login'],
    [['flag'], 'flags'],
    [['Whoami'], 'whoami'],
    [['pull', '--ulr', 'x'], '--url'],
    [['pull', '--projekt=x'], '--project'],
    [['help', 'chek'], 'check'],
  ])('names the nearest word for %j', async (args, near) => {
    const { code, said } = await run(args)
    expect(code).toBe(2)
    expect(said).toContain(near)
  })

  it('refuses a word too many, one too few, an option of another command, and one without its value', async () => {
    for (const args of [
      ['flags', 'x'],
      ['get'],
      ['get', 'a', 'b'],
      ['flags', '--out', 'x'],
      ['pull', '--out'],
      ['pull', '--json=1'],
    ])
      expect([args, (await run(args)).code]).toEqual([args, 2])
  })

  it.each([
    ['flags.example.com', 'did you mean https://flags.example.com?'],
    ['localhost:4400', 'did you mean http://localhost:4400?'],
    ['ftp://flags.example.com', 'use an address such as'],
    ['http://', 'use an address such as'],
    ['https://ada:secret@flags.example.com', 'contains a name or password'],
    ['https://flags.example.com/?key=fan_srv_abcdef', 'holds more than an address'],
  ])('refuses the address %s in a sentence', async (url, sentence) => {
    const by = [await run(['flags', '--key', 'fan_srv_x', '--url', url]), await run(['flags'], { FANION_URL: url })]
    for (const { code, said } of by) {
      expect(code).toBe(2)
      expect(said).toContain(sentence)
      expect(said).not.toMatch(/secret|abcdef|\n\s+at /)
    }
  })

  it('never repeats what may be a key, wherever it stands, and never shows a stack', async () => {
    const secret = fc
      .tuple(
        fc.constantFrom('fan_srv_', 'fan_pat_', 'fan_svc_', 'fan_cli_', ''),
        fc.stringMatching(/^[A-Za-z0-9]{43}$/),
      )
      .filter(([, text]) => /\d/.test(text) && /[A-Za-z]/.test(text))
    const word = fc.oneof(
      fc.constantFrom(...commands.map(({ name }) => name), 'help', '--', '--json', '-h'),
      fc.constantFrom(
        '--url',
        '--key',
        '--project',
        '--environment',
        '--role',
        '--out',
        '--nope',
        'http://127.0.0.1:9',
      ),
      fc.string({ maxLength: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 4 }),
        secret,
        fc.nat(4),
        fc.nat(3),
        async (words, parts, at, form) => {
          const [prefix, text] = parts
          const whole = `${prefix}${text}`
          const given = [whole, `--${whole}`, `--x=${whole}`, `--url=http://127.0.0.1:9/${whole}`][form] ?? ''
          const { code, said } = await run(words.toSpliced(at, 0, given), { FANION_KEY: 'fan_srv_x' })
          expect([0, 1, 2]).toContain(code)
          expect(said).not.toContain(text)
          expect(said).not.toMatch(/\n\s+at /)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never repeats what may be a key as the name of what is compared, imported or proven', async () => {
    const key = `fan_srv_${'k1'.repeat(22)}`
    for (const args of [['shadow'], ['import'], ['impact', 'a'], ['test', '--promises', 'a', '--datafile']]) {
      const { code, said } = await run([...args, key], { FANION_KEY: key, FANION_TOKEN: 'fan_pat_x' })
      expect([1, 2]).toContain(code)
      expect(said).not.toContain('k1k1')
    }
    const { said } = await run(['logout', '--url', `https://flags.example.com/${key}`, '--json'])
    expect(said).not.toContain('k1k1')
  })

  it('makes no folder where the system lets none be made, and says so', async () => {
    if (process.platform !== 'linux') return
    expect(() => withFile('/proc/none/flags.ts', 'written', () => makeFolderOf('/proc/none/flags.ts'))).toThrow(
      /^\/proc\/none\/flags.ts can’t be written: /,
    )
    const deep = path.join(folder, 'a/b/c/flags.ts')
    makeFolderOf(deep)
    await writeFile(deep, '')
  })

  it('says that a token cannot be kept before anybody is asked for one', async () => {
    const file = path.join(folder, 'no-folder')
    await writeFile(file, '')
    const { code, said } = await run(['login'], { XDG_CONFIG_HOME: file })
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('can’t be written') })
  })

  it('says in a sentence that a file cannot be read', async () => {
    for (const out of [folder, path.join(folder, 'a\0b'), `${'x'.repeat(300)}`, path.join(import.meta.filename, 'x')]) {
      const { code, said } = await run(['check', '--key', 'fan_srv_x', '--out', out])
      expect([1, 2]).toContain(code)
      expect(said).not.toMatch(/\n\s+at |Error:/)
    }
  })

  it('says what one datafile in place of another does, and fails where it was asked to', async () => {
    const state = (...listed: string[]) => {
      const flag = aFlag('checkout').rule(where('country', 'isOneOf', ...listed), 'on')
      return {
        format: 1,
        project: 'shop',
        environment: 'e',
        revision: 1,
        publishedAt: '2026-11-20T12:00:00.000Z',
        digest: 'd',
        flags: { checkout: flag },
        segments: {},
      }
    }
    const [before, after, broken] = ['before', 'after', 'broken'].map((name) => path.join(folder, `${name}.json`)) as [
      string,
      string,
      string,
    ]
    await writeFile(before, JSON.stringify(state('NO')))
    await writeFile(after, JSON.stringify(state('NO', 'SE')))
    await writeFile(broken, '{"flags":1}')
    const { code, said } = await run(['impact', before, after])
    expect([code, said.split('\n')]).toEqual([
      0,
      [
        'checkout',
        '  Everyone who gets “on” now keeps it.',
        '  off → on',
        '    country is SE',
        '      e.g. {"country":"SE"}',
      ],
    ])
    expect((await run(['impact', before, after, '--fail-on', 'moves'])).code).toBe(1)
    expect((await run(['impact', after, after, '--fail-on', 'moves'])).code).toBe(0)
    for (const [loss, code] of [
      ['loses:checkout=off', 1],
      ['loses:checkout=on', 0],
      ['loses:other=off', 0],
      ['loses:checkout', 2],
    ] as const)
      expect([loss, (await run(['impact', before, after, '--fail-on', loss])).code]).toEqual([loss, code])
    expect(JSON.parse((await run(['impact', before, after, '--json'])).said).flags[0].difference.moves).toHaveLength(1)
    for (const args of [
      [before, broken],
      [before, after, '--flag', 'chekout'],
      [before, after, '--fail-on', 'x'],
      [before, 'e@y'],
    ])
      expect([1, 2]).toContain((await run(['impact', ...args])).code)
    expect((await run(['impact', before, after, '--flag', 'chekout'])).said).toContain('checkout')
  })

  it('proves promises of a file against a datafile, and says whom one is broken for', async () => {
    const flag = aFlag('checkout').rule(where('plan', 'is', 'pro'), 'on')
    const datafile = path.join(folder, 'tested.json')
    const promises = path.join(folder, 'promises.txt')
    const report = path.join(folder, 'report.xml')
    const state = { format: 1, project: 'shop', environment: 'production', revision: 1, digest: 'd', segments: {} }
    await writeFile(
      datafile,
      JSON.stringify({ ...state, publishedAt: '2026-11-20T12:00:00.000Z', flags: { checkout: flag } }),
    )
    const kept = '# what the shop relies on\neveryone where plan is pro gets checkout on\n\n'
    const files = ['--datafile', datafile, '--promises', promises]
    await writeFile(promises, kept)
    expect(await run(['test', ...files])).toMatchObject({
      code: 0,
      said: expect.stringContaining('Kept: 1 promise in 1 environment.'),
    })
    await writeFile(promises, `${kept}nobody where country is "<CN>" gets checkout on\n`)
    const { code, said } = await run(['test', ...files, '--junit', report])
    expect(code).toBe(1)
    expect(said).toContain('✗ production  nobody where country is "<CN>" gets checkout on')
    expect(said).toContain('{"country":"<CN>","plan":"pro"} gets on, by rule 1.')
    expect(await readFile(report, 'utf8')).toContain('<testsuite name="production" tests="2" failures="1">')
    expect(await readFile(report, 'utf8')).toContain(
      'name="nobody where country is &quot;&lt;CN&gt;&quot; gets checkout on"',
    )
    const { tested } = JSON.parse((await run(['test', ...files, '--json'])).said)
    expect(tested.map((one: { state: { state: string } }) => one.state.state)).toEqual(['kept', 'broken'])
    await writeFile(promises, 'everyone gets')
    const misread = await run(['test', ...files])
    expect([misread.code, misread.said]).toEqual([
      2,
      expect.stringContaining('line 1, character 14: expected the key of a flag'),
    ])
    expect((await run(['test', '--datafile', datafile])).code).toBe(2)
    const misspelt = await run(['test', '--datafile', datafile, '--promises', promises, '--flag', 'chekout'])
    expect(misspelt).toEqual({ code: 1, said: expect.stringContaining('There is no flag "chekout"') })
  })

  it('signs overrides by a server key, and asks nobody for it', async () => {
    const key = `fan_srv_${'k'.repeat(43)}`
    const { code, said } = await run(['override', 'checkout=on', 'hero=a=b', '--key', key])
    expect(code).toBe(0)
    expect(await readSignedOverrides(key, said.trim(), Date.now())).toEqual({ checkout: 'on', hero: 'a=b' })
    expect((await run(['override', 'checkout', '--key', key])).said).toContain('"checkout" is no flag=value')
    expect((await run(['override', '--key', key])).code).toBe(2)
    expect((await run(['override', 'checkout=on'])).said).toContain('signed with a server key')
    // Invalid keys are rejected before signing.
    for (const other of ['nonsense', `fan_cli_${'k'.repeat(43)}`, `${key}k`])
      expect((await run(['override', 'checkout=on', '--key', other])).code).toBe(2)
  })

  it.each(['bash', 'zsh', 'fish'])('completes every command and option in %s', async (shell) => {
    const { code, said } = await run(['completion', shell])
    expect(code).toBe(0)
    for (const { name } of commands) expect(said).toContain(name)
    expect(said).toContain('environment')
  })
})

describe('the context behind why', () => {
  it('is a targeting key and attributes, or a JSON object', () => {
    expect(contextOf([])).toEqual({})
    expect(contextOf(['user-1', 'country=NO', 'age=30', 'vip=true', 'note=a=b'])).toEqual({
      targetingKey: 'user-1',
      country: 'NO',
      age: 30,
      vip: true,
      note: 'a=b',
    })
    expect(contextOf(['{"targetingKey":"u",', '"a":[1]}'])).toEqual({ targetingKey: 'u', a: [1] })
    expect(() => contextOf(['{nope'])).toThrow(/JSON/)
    expect(() => contextOf(['a', 'b'])).toThrow(/targeting key/)
  })
})
