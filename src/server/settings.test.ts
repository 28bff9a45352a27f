import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFolder } from '../../tests/support/folder.ts'
import { fileVariable, OptionError, optionOf, readServerSettings, settings } from './settings.ts'
import { StartError } from './start-error.ts'

const folder = await aFolder('settings')
const file = path.join(folder, 'given')
writeFileSync(file, 'from a file\n')
const named = (name: string) => settings.find((setting) => setting.name === name) as (typeof settings)[number]

describe('the settings', () => {
  it('are those that the configuration reads, and those of the page about them', () => {
    const names = settings.map(({ name }) => name)
    const read = readFileSync(path.join(import.meta.dirname, 'config.ts'), 'utf8')
    const inCode = [...read.matchAll(/env\['(\w+)'\]|\(env, '(\w+)'/g)].map(([, a, b]) => a ?? b)
    // OpenTelemetry's own variables are more than those on the page.
    const ours = names.filter((name) => !name.startsWith('OTEL_'))
    expect([...new Set(inCode.map(String))].toSorted()).toEqual(ours.toSorted())
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/settings.md'), 'utf8')
    const told = page
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, a]) => a))
    expect(told).toEqual(names)
  })

  it.each(settings.map((setting) => [optionOf(setting), setting] as const))(
    '%s comes before its variable',
    (option, setting) => {
      const value = setting.secret ? file : 'from an option'
      const variables = { [setting.name]: 'from a variable' }
      for (const words of [[option, value], [`${option}=${value}`]]) {
        const { env, from } = readServerSettings(words, variables)
        expect(env[setting.name]).toBe(setting.secret ? 'from a file' : 'from an option')
        expect(from.get(setting.name)).toBe(option)
      }
      const { env, from } = readServerSettings([], variables)
      expect([env[setting.name], from.get(setting.name)]).toEqual(['from a variable', 'variable'])
      expect(readServerSettings([], {}).from.size).toBe(0)
    },
  )

  it.each(settings.filter(({ secret }) => secret).map((setting) => [fileVariable(setting), setting] as const))(
    '%s names the file of a secret, where its variable is not set',
    (variable, { name }) => {
      expect(readServerSettings([], { [variable]: file }).env[name]).toBe('from a file')
      expect(readServerSettings([], { [variable]: file }).from.get(name)).toBe(`${variable} (${file})`)
      expect(readServerSettings([], { [variable]: file, [name]: 'nearer' }).env[name]).toBe('nearer')
      expect(() => readServerSettings([], { [variable]: `${file}-not` })).toThrow(
        `${variable} is ${file}-not, which can’t be read`,
      )
    },
  )

  it('never take a secret as an option', () => {
    for (const { name, secret } of settings) {
      if (!secret) continue
      const option = optionOf(named(name)).replace(/-file$/, '')
      expect(() => readServerSettings([`${option}=x`], {})).toThrow(`Set ${name}, or ${option}-file to a file`)
    }
  })

  it('tell of a variable that was meant for one of them, and of no other', () => {
    const strays = (name: string) => readServerSettings([], { [name]: file }).strays
    for (const { name, secret } of settings) {
      const slips = name.startsWith('FANION_')
        ? [name.toLowerCase(), `${name}S`, name.replace('_', '')]
        : [`FANION_${name}`]
      const read = [...settings.map((one) => one.name), 'FANION_PORT', 'FANION_KEY']
      for (const slip of slips.filter((one) => !read.includes(one)))
        expect(strays(slip)).toEqual([
          expect.stringMatching(new RegExp(`^${slip} is no setting.* Did you mean \\w+\\?$`)),
        ])
      expect(strays(name)).toEqual([])
      const ofFile =
        secret || !name.startsWith('FANION_')
          ? []
          : [`${name}_FILE isn’t read: only secrets come from files. Set ${name}.`]
      expect(strays(`${name}_FILE`)).toEqual(ofFile)
    }
    const others =
      'KEY URL TOKEN OVERRIDES SERVER_KEY CLIENT_KEY SEED DRAWS PORT PORT_4400_TCP_ADDR SERVICE_HOST BUILD_VERSION'
    for (const other of others.split(' ')) expect(strays(`FANION_${other}`)).toEqual([])
  })

  it('tell of a public address of which a part is not used, and repeat none of what may be a password', () => {
    const told = (text: string) => readServerSettings([], { FANION_PUBLIC_URL: text }).strays
    for (const whole of ['https://a.example', 'https://a.example/', 'http://a.example:8080', 'a.example', ''])
      expect(told(whole)).toEqual([])
    for (const more of [
      'https://a.example/flags',
      'https://a.example/?a=1',
      'https://ada:secret@a.example/',
      'https://a.example/#b',
    ])
      expect(told(more)).toEqual([
        'Of FANION_PUBLIC_URL only https://a.example is used: Fanion stands at the root of its host. Set that alone.',
      ])
  })

  it('refuse what there is not, what has no value, and an empty file', () => {
    expect(() => readServerSettings(['--prot', '80'], {})).toThrow('There is no option --prot. Did you mean --port?')
    expect(() => readServerSettings(['--port'], {})).toThrow(OptionError)
    expect(() => readServerSettings(['--port', '--host', 'x'], {})).toThrow('--port needs a value.')
    writeFileSync(`${file}-empty`, '\n')
    expect(() => readServerSettings(['--secret-file', `${file}-empty`], {})).toThrow(StartError)
  })
})
